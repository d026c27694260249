"""One question to several seats: in whatever order their mails come, the game is the same."""

import json
from dataclasses import replace
from datetime import timedelta
from itertools import permutations

import pytest

from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.data import SHIPPED, read
from engine.struggle_of_empires.setting_up import placing as setup
from pbem.store import tables as t
from tests.house import flat, kinds, text_of, to

DATA = read(SHIPPED)


@pytest.fixture(scope="module")
def asked(redrawing):
    """A game in which three seats or more are asked at once, and these seats."""
    waiting = redrawing.session().waiting()
    redrawing.close()
    return redrawing, waiting


def answers_of(house, seats):
    """Each its own answer: some redraw, so that dice are thrown."""
    session = house.session()
    words = session.game.words
    chosen = {}
    for number, seat in enumerate(seats):
        choices = list(session.decision(seat).menu.choices())
        chosen[seat] = words.say("redraw", choices[-1 if number % 2 else 0])
    return chosen


def played(asked, folder, order, together):
    """The answers arrive in this order, in one cycle or in one each."""
    house = asked[0].copy(folder)
    answers = answers_of(house, asked[1])
    for seat in order:
        house.answer(house.last(f"{seat}@example.org"), answers[seat])
        if not together:
            house.cycle(minutes=7)
    house.cycle(minutes=7)
    house.close()
    return house


def outcome(house):
    session = house.session()
    record = [json.loads(row.body) for row in house.rows(t.Entry)]
    hashes = [row.hash for row in house.rows(t.Entry)]
    return session.path, record, hashes, session.view(None), session.waiting()


def test_any_order_of_arrival_gives_the_same_record(asked, tmp_path):
    """Path, dice, position; and, since nothing else goes in, every hash of the chain."""
    orders = list(permutations(asked[1][:3]))
    rest = tuple(asked[1][3:])
    found = [
        outcome(played(asked, tmp_path / f"{n}", order + rest, together=n % 2))
        for n, order in enumerate(orders)
    ]
    assert len(found) == 6
    assert all(one == found[0] for one in found)
    assert any(line["t"] == "draw" for line in found[0][1][-10:])


def test_a_changed_mind_counts_only_in_its_last_state(asked, tmp_path):
    plain = outcome(played(asked, tmp_path / "plain", asked[1], together=False))
    house = asked[0].copy(tmp_path / "changed")
    answers = answers_of(house, asked[1])
    first = asked[1][0]
    house.order(first, answers[first])
    house.cycle(minutes=1)
    other = next(c for c in house.session().decision(first).menu.choices() if c[0] == "redraw")
    house.order(first, house.session().game.words.say("redraw", other))
    house.cycle(minutes=1)
    for seat in [*asked[1][1:-1], first, asked[1][-1]]:
        house.order(seat, answers[seat])
        house.cycle(minutes=1)
    assert outcome(house) == plain
    house.close()


def test_an_answer_is_in_nobodys_view_before_all_are_in(asked, tmp_path):
    house = asked[0].copy(tmp_path / "one")
    answers = answers_of(house, asked[1])
    first = asked[1][0]
    before = {seat: house.session().view(seat) for seat in (*asked[1], None)}
    lines = len(house.rows(t.Entry))
    house.order(first, answers[first])
    mails = house.cycle(minutes=1)
    assert {mail["To"] for mail in mails} == {f"{first}@example.org"}
    assert {seat: house.session().view(seat) for seat in before} == before
    assert len(house.rows(t.Entry)) == lines
    other = asked[1][1]
    house.order(other, "status\norders?")
    for mail in to(house.cycle(minutes=1), f"{other}@example.org"):
        assert answers[first] not in flat(mail)
    house.close()


def test_the_last_answer_brings_all_into_the_record_at_once(asked, tmp_path):
    house = played(asked, tmp_path / "all", asked[1], together=False)
    bodies = [json.loads(row.body) for row in house.rows(t.Entry)]
    entered = [b["seat"] for b in bodies if b["t"] == "choice" and b["kind"] == "redraw"]
    seats = house.session().view(None)["seats"]
    first_round = entered[: len(asked[1])]
    assert first_round == sorted(first_round, key=seats.index)
    assert kinds(house.box).count("receipt") == len(asked[1])


# An answer that another seat's act makes illegal


def gifts_that_swap_markers(table, seat, choice):
    """A game in which who gets a gift has his doubles in another region from then on."""
    GAME.do_anytime(table, seat, choice)
    drawn = table.state.drawn[choice[2]]
    (old,) = setup.undecided(table.state, choice[2])
    new = next(region for region in DATA.regions if not any(m.startswith(region) for m in drawn))
    drawn[:] = [marker.replace(old, new) for marker in drawn]


@pytest.fixture
def swapping(asked, tmp_path):
    """The game above, and two seats that are asked: the first has one region's markers twice."""
    house = asked[0].copy(tmp_path / "swapping")
    changed = replace(GAME, do_anytime=gifts_that_swap_markers)
    house.world = replace(house.world, games={changed.name: changed})
    state = house.session().state
    one = next(seat for seat in asked[1] if len(setup.undecided(state, seat)) == 1)
    other = next(seat for seat in asked[1] if seat != one)
    yield house, one, other
    house.close()


def window_of(house, seat):
    return house.rows(t.Window, seat=seat)[-1]


def redrawing(house, seat):
    """The order to redraw the one region of which the seat has several markers."""
    session = house.session()
    return session.game.words.say("redraw", ("redraw", *setup.undecided(session.state, seat)))


def gave_back(house, one, other):
    """The first answers; five hours later the second makes that impossible. The mails of it."""
    house.order(one, redrawing(house, one))
    house.cycle(hours=5)
    house.order(other, f"give 1 gold to {house.session().game.words.name(one)}")
    return house.cycle(minutes=1)


def test_an_answer_that_another_seat_makes_illegal_is_told_and_asked_anew(swapping):
    house, one, other = swapping
    before = redrawing(house, one)
    mails = gave_back(house, one, other)
    assert house.rows(t.SealedAnswer) == []
    assert one in house.session().waiting()
    (report,) = to(mails, f"{one}@example.org")
    assert kinds([report]) == ["report"]
    assert "Please answer again." in flat(report)
    assert before not in text_of(report).replace("# ", "")
    assert [mail["To"] for mail in mails if mail is not report] == [f"{other}@example.org"]


def test_a_standing_order_that_has_no_answer_any_more_is_not_told_as_an_answer(swapping):
    house, one, other = swapping
    house.order(one, f"when placing: {redrawing(house, one)}")
    house.cycle(hours=5)
    assert [row.seat for row in house.rows(t.SealedAnswer)] == [one]
    house.order(other, f"give 1 gold to {house.session().game.words.name(one)}")
    (report,) = to(house.cycle(minutes=1), f"{one}@example.org")
    assert one in house.session().waiting()
    assert "Please answer again" not in flat(report)


def test_who_is_asked_anew_has_the_whole_time_again_and_nobody_else_has(swapping):
    house, one, other = swapping
    others = window_of(house, other).due
    mails = gave_back(house, one, other)
    due = house.now + timedelta(hours=48)
    assert window_of(house, one).due == due
    assert window_of(house, other).due == others
    (report,) = to(mails, f"{one}@example.org")
    assert f"{due:%H:%M} UTC" in report["Subject"]
    house.cycle(hours=44)
    assert window_of(house, one).state == "open"
    assert window_of(house, other).state == "defaulted"
    house.cycle(hours=4)
    assert window_of(house, one).state == "defaulted"


@pytest.mark.parametrize("answered", ["started", "report"])
def test_who_is_asked_anew_may_answer_any_mail_of_the_question(swapping, answered):
    house, one, other = swapping
    gave_back(house, one, other)
    mails = [mail for mail in to(house.box, f"{one}@example.org") if kinds([mail]) == [answered]]
    house.answer(mails[-1], redrawing(house, one))
    (receipt,) = house.cycle(minutes=1)
    assert "given, can still be changed" in flat(receipt)
    assert [row.seat for row in house.rows(t.SealedAnswer)] == [one]
