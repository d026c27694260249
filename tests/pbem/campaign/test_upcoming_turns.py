"""Who has a turn to come is told once that its orders can come before; nobody waits for them."""

import pytest

from pbem.store import tables as t
from tests.house import REGIONS, flat, kinds

SOON = "Your turn comes soon."


@pytest.fixture
def round_one(auction):
    """The first round of actions has begun; the mails that this brought."""
    auction.answer_by_default_until("action")
    return auction


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
        assert SOON in flat(mail) or "What comes after that can be ordered" in flat(mail)
        units = [f"place army in {region}" for region in REGIONS]
        drawing.answer(mail, "\n".join(["keep all", *units]))
    windows = drawing.game().windows
    drawing.cycle(minutes=1)
    assert drawing.session().state.phase == "alliances"
    assert drawing.game().windows == windows + 1


def test_all_but_the_first_are_told_when_a_round_begins(round_one):
    """Whose mail has brought the round about gets its receipt now, and is told with the next."""
    behind = later(round_one)
    at_once = told(round_one.box, round_one)
    assert set(behind) >= set(at_once)
    assert len(at_once) >= len(behind) - 1
    round_one.order(round_one.session().waiting()[0], "pass both")
    round_one.cycle()
    assert set(told(round_one.box, round_one)) >= set(behind[1:])


def test_orders_that_come_before_need_no_window(round_one):
    first, second, third = [round_one.session().waiting()[0], *later(round_one)[:2]]
    address = f"{second.replace('_', '-')}@example.org"
    mail = next(m for m in round_one.box if tells(m) and second in m["Subject"].lower())
    round_one.answer(mail, "pass both", sender=address)
    (receipt,) = [mail for mail in round_one.cycle() if mail["To"] == address]
    assert kinds([receipt]) == ["receipt"]
    assert "pass both held until your turn comes" in flat(receipt)
    windows = round_one.game().windows
    round_one.order(first, "pass both")
    round_one.cycle()
    assert round_one.session().waiting() == [third]
    assert round_one.game().windows == windows + 1


def test_an_answer_that_crosses_the_question_is_good(round_one):
    first, second = [round_one.session().waiting()[0], later(round_one)[0]]
    mail = next(m for m in round_one.box if tells(m) and second in m["Subject"].lower())
    round_one.order(first, "pass both")
    round_one.cycle()
    assert round_one.session().waiting() == [second]
    round_one.answer(mail, "pass both", sender=f"{second.replace('_', '-')}@example.org")
    round_one.cycle()
    assert second not in round_one.session().waiting()


def test_nobody_is_told_twice_of_the_same_turn(round_one):
    """Whose turn is over is told of the next, the others of this one."""
    played = []
    for _ in range(2):
        played.append(round_one.session().waiting()[0])
        round_one.order(played[-1], "pass both")
        round_one.cycle()
    seats = told(round_one.box, round_one)
    assert played[0] in seats
    assert all(seats.count(seat) <= 1 + (seat in played) for seat in seats)
