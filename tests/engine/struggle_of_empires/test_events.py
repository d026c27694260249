"""Events: what is told has the fields and the types of its struct."""

from engine.core.rules_interface import Event
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.events import CONCERNS
from tests.engine.struggle_of_empires.soe import at
from tests.engine.told import check_events


def test_what_concerns_a_seat_names_it_in_a_field_of_the_event():
    for what, fields in CONCERNS.items():
        assert set(fields) <= set(GAME.events[what].__struct_fields__)


def test_who_is_attacked_is_concerned_and_nobody_else():
    event = Event("attack_declared", {"seat": "spain", "target": "france"}, None, 1)
    assert GAME.concerns(event, "france")
    assert not GAME.concerns(event, "spain")


def test_the_end_concerns_all():
    assert GAME.concerns(Event("game_over", {}, None, 1), "spain")
    assert not GAME.concerns(Event("built", {"seat": "spain"}, None, 1), "spain")


def test_events_are_told_with_the_fields_and_types_of_their_structs():
    session = at(phase="end-of-war", war=3)
    assert session.events
    check_events(GAME, session.events)
