"""The life of a player: who comes to a table, sits there and leaves it."""

import pytest

from pbem.campaign import seats
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.store import tables as t
from tests.house import PLAYERS, to

ANNE = "anne@example.org"


def look(house, find, *args, **kwargs):
    with house.world.store.reading() as db:
        return find(db, *args, **kwargs)


def test_nobody_plays_from_no_address_although_bots_have_none(house):
    house.new(bots=3)
    assert len(house.rows(t.Seat, address="")) == 3
    assert look(house, seats.played_from, "") == look(house, seats.played_from, None) == []
    assert look(house, seats.played_by, house.game(), "") is None


def test_a_seat_has_the_number_of_who_got_it_first(house):
    house.new(bots=1)
    house.join(*PLAYERS[:2])
    seated = look(house, seats.entrants, house.game(), "seated")
    assert [(row.id, row.address) for row in house.rows(t.Seat)] == [
        (row.id, row.address) for row in seated
    ]


def test_who_gives_a_seat_back_before_the_start_leaves_nothing_behind(house):
    house.new()
    house.join(ANNE)
    house.answer(house.last(ANNE), "away 20 December to 24 December")
    house.cycle(minutes=1)
    assert house.rows(t.Absence)
    house.answer(house.last(ANNE), "leave soe1")
    house.cycle(minutes=1)
    assert house.rows(t.Seat) == house.rows(t.Absence) == house.rows(t.PendingConfirmation) == []
    (left,) = house.rows(t.Entrant)
    assert (left.state, left.address) == ("left", ANNE)


@pytest.mark.parametrize("state", sorted(set(seats.MOVES) - {"asked"}))
def test_nobody_sits_down_who_is_not_asked_to_confirm_it(setting_up, state):
    with setting_up.world.store.transaction() as db:
        ctx = Context(setting_up.world, db, setting_up.now, "a test")
        row = seats.add_entrant(db, db.get_one(t.Game, 1), state, ANNE)
        with pytest.raises(ValueError, match=f"who is {state} cannot become seated"):
            seats.assign_seat(ctx, row)


def test_who_comes_back_has_the_number_they_had_and_other_tags(house):
    house.new()
    first = house.join(ANNE)
    house.answer(house.last(ANNE), "leave soe1")
    house.cycle(minutes=1)
    house.join(ANNE)
    (row,) = house.rows(t.Entrant)
    assert (row.state, row.generation) == ("seated", 1)
    house.answer(to(first, ANNE)[-1], "leave soe1", sender="else@example.org")
    assert house.cycle(minutes=1) == []
    assert [seat.address for seat in house.rows(t.Seat)] == [ANNE]


def test_a_tag_of_a_number_that_no_database_holds_is_only_forged(house):
    house.new()
    house.mail(ANNE, "yes", to=f"games+soe1-joining{10**30}-w0-aaaaaaaaaa@example.org")
    assert house.cycle(minutes=1) == []
    assert [status for status, _ in house.letters()] == ["ignored"]


def test_who_takes_a_seat_over_waits_no_more_and_their_invitations_are_void(setting_up):
    house, late = setting_up, "late@example.net"
    with house.world.store.transaction() as db:
        ctx, game = Context(house.world, db, house.now, "a test"), db.get_one(t.Game, 1)
        seats.add_entrant(db, game, "waiting", late)
        row = seats.add_entrant(db, game, "invited", late, "britain")
        seat = seats.played_by(db, game, "britain@example.org")
        before = to_seat(game, seat).tags(house.world)["tag"]
        seats.change_player(ctx, game, seat, row, "Late")
        assert to_seat(game, seat).tags(house.world)["tag"] != before
    assert {each.state for each in house.rows(t.Entrant, address=late)} == {"left"}
    assert [(each.key, each.name) for each in house.rows(t.Seat, address=late)] == [
        ("britain", "Late")
    ]
