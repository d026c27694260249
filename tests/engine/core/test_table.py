"""What rules tell: events by name, as things stand when they are told, for who may see them."""

from dataclasses import replace

from engine.core.dice import ScriptedDice
from engine.core.rules_interface import GameEvent, PrivateEvent
from engine.core.session import Session
from tests.engine.toy import GAME


class RowFilled(GameEvent):
    row: list[str]
    bids: dict[str, int]


class ArmyDrawn(PrivateEvent):
    army: str


def events_of(rules):
    segments = {"march": rules} | dict.fromkeys(GAME.segments, rules)
    game = replace(GAME, segments=segments, segment=lambda state: ("march",) if state else None)
    game = replace(game, follow=lambda state: state.clear())
    return Session.start(game, ScriptedDice([]), {}).events


def test_an_event_is_stored_by_the_name_of_its_class_in_small_letters():
    assert (RowFilled.what, ArmyDrawn.what) == ("row_filled", "army_drawn")


def test_what_is_told_stays_as_it_was_when_the_rules_change_it_later():
    async def rules(table):
        row, bids = ["horse"], {"red": 1}
        table.tell(RowFilled(row, bids))
        row.append("sword")
        bids["red"] = 2

    (event,) = events_of(rules)
    assert event.data == {"row": ["horse"], "bids": {"red": 1}}
    assert event.seen_by(None)


def test_a_private_event_is_seen_by_its_seat_alone():
    async def rules(table):
        table.tell(ArmyDrawn("red", "A"))

    (event,) = events_of(rules)
    assert (event.seen_by("red"), event.seen_by("blue"), event.seen_by(None)) == (
        True,
        False,
        False,
    )
