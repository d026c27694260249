"""Who is absent for a turn of several phases costs the others one deadline, not one a phase."""

from pbem.store import tables as t

NAME = "syww1"


def test_one_missed_deadline_ends_all_phases_of_a_turn(house):
    seats = {f"{seat}@example.org": seat for seat in ("britain", "france")}
    house.new(NAME, seats=2, rules="seven-years-world-war")
    house.join(*seats, name=NAME, wish=seats)
    _answer_until(house, "turn")
    session = house.session(NAME)
    (absent,) = session.waiting()
    (other,) = set(session.state.seats) - {absent}
    missed = len(house.rows(t.Window, state="defaulted"))
    house.cycle(hours=49)
    session = house.session(NAME)
    assert (session.state.phase, session.waiting()) == ("diplomacy", [other])
    assert len(house.rows(t.Window, state="defaulted")) == missed + 1


def _answer_until(house, kind):
    """All answer by default until this is asked."""
    session = house.session(NAME)
    while (seat := session.waiting()[0]) and session.questions[seat].kind.name != kind:
        asked = session.questions[seat].kind.name
        house.order(seat, session.game.words.say(asked, session.decision(seat).default))
        house.cycle(minutes=1)
        session = house.session(NAME)


def test_end_turn_ends_all_phases_of_a_turn(house):
    seats = {f"{seat}@example.org": seat for seat in ("britain", "france")}
    house.new(NAME, seats=2, rules="seven-years-world-war")
    house.join(*seats, name=NAME, wish=seats)
    _answer_until(house, "turn")
    (first,) = house.session(NAME).waiting()
    house.order(first, "end turn")
    house.cycle(minutes=1)
    session = house.session(NAME)
    assert session.state.phase == "diplomacy"
    assert session.waiting() != [first]
