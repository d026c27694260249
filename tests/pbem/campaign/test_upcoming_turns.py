"""Who has a turn to come is told once that its orders can come before; nobody waits for them."""

from sqlmodel import select

from pbem.store import tables as t
from tests.house import REGIONS, flat, kinds

SOON = "Your turn comes soon."


def told(mails, house):
    """The seats that were told so, by their addresses."""
    by_address = {seat.address: seat.key for seat in house.rows(t.Seat)}
    return [by_address[mail["To"]] for mail in mails if tells(mail)]


def tells(mail):
    """Whether it is a report that tells so; the first one tells it of the set-up."""
    return kinds([mail]) == ["report"] and SOON in flat(mail)


def later(house):
    """The seats that are behind the active one in this round."""
    view = house.session().view(None)
    order = [seat for seat in view["turn_order"] if seat in view["seats"]]
    return order[order.index(view["active"]) + 1 :]


def test_units_can_be_sent_as_soon_as_the_game_has_begun(drawing):
    """The first report tells it also to who is asked something else; nobody else waits for it."""
    begun = [mail for mail in drawing.box if kinds([mail]) == ["started"]]
    assert len(begun) == len(drawing.rows(t.Seat))
    for mail in begun:
        assert SOON in flat(mail) or "You can order what comes after that" in flat(mail)
        units = [f"place army in {region}" for region in REGIONS]
        drawing.answer(mail, "\n".join(["keep all", *units]))
    windows = drawing.game().windows
    drawing.cycle(minutes=1)
    assert drawing.session().state.phase == "alliances"
    assert drawing.game().windows == windows + 1


def test_all_but_the_first_are_told_when_a_round_begins(action):
    """Whose mail has brought the round about gets its receipt now, and is told with the next."""
    behind = later(action)
    at_once = told(action.box, action)
    assert set(behind) >= set(at_once)
    assert len(at_once) >= len(behind) - 1
    action.order(action.session().waiting()[0], "pass both")
    action.cycle()
    assert set(told(action.box, action)) >= set(behind[1:])


def test_orders_that_come_before_need_no_window(action):
    first, second, third = [action.session().waiting()[0], *later(action)[:2]]
    address = f"{second.replace('_', '-')}@example.org"
    mail = next(m for m in action.box if tells(m) and second in m["Subject"].lower())
    action.answer(mail, "pass both", sender=address)
    (receipt,) = [mail for mail in action.cycle() if mail["To"] == address]
    assert kinds([receipt]) == ["receipt"]
    assert "pass both saved until your turn comes" in flat(receipt)
    windows = action.game().windows
    action.order(first, "pass both")
    action.cycle()
    assert action.session().waiting() == [third]
    assert action.game().windows == windows + 1


def test_an_answer_that_crosses_the_question_is_good(action):
    first, second = [action.session().waiting()[0], later(action)[0]]
    mail = next(m for m in action.box if tells(m) and second in m["Subject"].lower())
    action.order(first, "pass both")
    action.cycle()
    assert action.session().waiting() == [second]
    action.answer(mail, "pass both", sender=f"{second.replace('_', '-')}@example.org")
    action.cycle()
    assert second not in action.session().waiting()


def test_nobody_is_told_twice_of_the_same_turn(action):
    """Whose turn is over is told of the next, the others of this one."""
    played = []
    for _ in range(2):
        played.append(action.session().waiting()[0])
        action.order(played[-1], "pass both")
        action.cycle()
    seats = told(action.box, action)
    assert played[0] in seats
    assert all(seats.count(seat) <= 1 + (seat in played) for seat in seats)


def test_a_turn_to_come_is_told_with_news_and_not_alone(drawing):
    """An answer that nobody sees yet brings nobody a report with nothing else in it."""
    with drawing.world.store.transaction() as db:
        for seat in db.exec(select(t.Seat)).all():
            seat.announced = ""
            db.add(seat)
    first, second = drawing.session().waiting()[:2]
    drawing.order(first, "keep all")
    assert kinds(drawing.cycle(minutes=1)) == ["receipt"]
    drawing.order(second, "keep all")
    drawing.cycle(minutes=1)
    assert told(drawing.box, drawing)


def test_who_is_called_for_help_is_told_that_their_turn_comes_too(action):
    """He can answer and send the orders for it in one mail: nobody waits for him twice."""
    with action.world.store.transaction() as db:
        for seat in db.exec(select(t.Seat)).all():
            seat.announced = ""
            db.add(seat)
    action.order("britain", "attack France in German States")
    called = [mail for mail in action.cycle(minutes=1) if "join" in mail["Subject"]]
    assert [tells(mail) for mail in called] == [True, True]
    assert "You can send orders for it in the same mail" in flat(called[0])
    action.order("spain", "decline\npass both")
    (receipt,) = action.cycle(minutes=1)
    assert "pass both saved until your turn comes" in flat(receipt)


def offers(mails):
    """The standing orders that reports offer, by the seats asked."""
    lead = "You can also answer ahead of time, so nobody has to wait for you:"
    said = [(mail["To"].partition("@")[0], flat(mail)) for mail in mails]
    return {seat: text.partition(lead)[2].split(".")[0] for seat, text in said if lead in text}


def test_whose_turn_it_is_is_offered_answers_to_calls_until_they_stand(action):
    first = offers(action.box)["britain"]
    assert '"when anyone asks: decline, this war"' in first
    action.order("britain", "when anyone asks: decline, this war\npass both")
    action.cycle(minutes=1)
    while (seat := action.session().waiting()[0]) != "britain":
        action.order(seat, "pass both")
        action.cycle(minutes=1)
    last = [mail for mail in action.box if mail["To"] == "britain@example.org"][-1]
    assert "your turn" in last["Subject"]
    assert offers([last]) == {}


def test_what_is_offered_in_an_auction_answers_in_the_others_of_the_war(setting_up):
    setting_up.answer_by_default_until("auction")
    opener = setting_up.session().waiting()[0]
    (offer,) = offers(setting_up.box[-5:]).values()
    line = offer.strip(' "')
    assert line.startswith("in auctions this war: bid up to 2 red ")
    setting_up.order(opener, line)
    setting_up.cycle(minutes=1)
    while (session := setting_up.session()).state.phase == "alliances":
        for seat in session.waiting():
            default = session.decision(seat).default
            setting_up.order(seat, session.game.words.say("auction", default))
        setting_up.cycle(minutes=1)
    asked = [row for row in setting_up.rows(t.Window, seat=opener) if row.question == "auction"]
    assert len(asked) == 1


def test_what_stood_for_one_auction_is_offered_again_in_the_next(setting_up):
    setting_up.answer_by_default_until("auction")
    session = setting_up.session()
    (opener,) = session.waiting()
    following = session.state.after(opener)
    setting_up.order(opener, session.game.words.say("auction", session.decision(opener).default))
    setting_up.cycle(minutes=1)
    for seat in setting_up.session().waiting():
        setting_up.order(seat, "in this auction: pass" if seat == following else "pass")
    asked = setting_up.cycle(minutes=1)
    assert setting_up.session().waiting() == [following]
    assert list(offers(asked)) == [following.replace("_", "-")]
