"""A whole campaign by mail: from the invitation to the final report, dice and record verified."""

import json

import pytest

from engine.core.bots import Stream, thrifty_choice
from engine.core.verify import verify
from engine.games import GAMES
from engine.queue.steps_to_choices import ordered
from pbem.campaign.lookup import portable_record
from pbem.store import tables as t
from tests.house import PLAYERS, flat, kinds, to

RULES = GAMES["struggle-of-empires"]
ONE = PLAYERS[0]


def answer(house, stream):
    """Who is asked first answers by chance."""
    session = house.session()
    seat = session.waiting()[0]
    choice = thrifty_choice(session.decision(seat), stream)
    house.order(seat, ordered(session, seat, choice))


def play_to_the_end(house, stream):
    while house.game().status == "running":
        answer(house, stream)
        house.cycle(minutes=10)


def record_of(house):
    with house.world.store.reading() as db:
        return [json.loads(line) for line in portable_record.lines(db, db.get_one(t.Game, 1))]


def test_one_player_and_three_bots_play_a_whole_campaign(house):
    house.new(bots=3, invite=[ONE])
    house.join(ONE, wish={ONE: "Britain"})
    house.order("britain", "diary: It begins.")
    play_to_the_end(house, Stream("a whole campaign"))
    assert {mail["To"] for mail in house.box} == {ONE}
    check_end(house, [ONE])
    (final,) = [mail for mail in house.box if kinds([mail]) == ["final"]]
    assert "Britain, setting up, window 1, Tue 1 Dec 09:02 UTC | It begins." in flat(final)


@pytest.mark.soak
@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_people_play_whole_campaigns(house, seats):
    keys = RULES.seat_names(RULES.options({"seats": seats}))[:seats]
    people = [f"{key.replace('_', '')}@example.org" for key in keys]
    house.new(seats=seats)
    house.join(*people, wish=dict(zip(people, keys, strict=True)))
    by_seat = dict(zip(keys, people, strict=True))
    house.last = lambda address, last=house.last: last(by_seat[address.partition("@")[0]])
    play_to_the_end(house, Stream(f"a campaign of {seats}"))
    check_end(house, people)


def check_end(house, people):
    finals = [mail for mail in house.box if kinds([mail]) == ["final"]]
    assert sorted(mail["To"] for mail in finals) == sorted(people)
    assert house.game().commitment in flat(finals[0]).replace(" ", "")
    assert house.rows(t.Window, state="open") == []
    assert house.rows(t.Outgoing, state="waiting") == []
    assert {status for status, _ in house.letters()} == {"done"}
    assert house.cycle(days=10) == []
    header, *lines = record_of(house)
    assert [found for found in verify(header, lines, GAMES) if not found.ok] == []


def test_after_the_end_mails_are_answered_with_how_it_ended(house):
    house.new(bots=3)
    house.join(ONE)
    with house.world.store.transaction() as db:
        db.get_one(t.Game, 1).status = "over"
    house.answer(house.last(ONE), "attack everybody")
    (mail,) = to(house.cycle(minutes=1), ONE)
    assert "is over" in flat(mail)
