"""Movement: what is told of it, what random players are offered, what a way costs to find."""

import pytest

from engine.core.bots import Stream
from engine.core.decision import Refusal
from engine.kit.telling import chapter
from engine.seven_years_world_war import GAME
from engine.seven_years_world_war.combat.countermarch import watchers
from engine.seven_years_world_war.movement.ground import ground_for, watched
from engine.seven_years_world_war.movement.meaning_of_a_move import Ordered, journey
from engine.seven_years_world_war.telling import movement
from pbem.reports.languages.language import ENGLISH, Language, language_of, texts_of
from pbem.reports.rendering.markup import shown
from tests.engine.seven_years_world_war.campaigns import at, begin, wander

TELLS = chapter(movement)
WORDS = Language(texts_of(ENGLISH, GAME.name), GAME.words.name)
FLEET = {"britain": {"C14": {"veteran_fleet": 2, "army": 2}}, "prussia": {"C14": {"army": 1}}}


def told(session, order):
    """What is told of an order of Great Britain."""
    begun = len(session.events)
    session.submit("britain", GAME.words.order(order).steps[0].candidates[0][1])
    return [
        shown(WORDS.say(part.said))
        for event in session.events[begun:]
        if event.what in TELLS
        for part in TELLS[event.what]({"what": event.what, **event.data}, {})
    ]


def test_a_voyage_is_told_from_landing_to_landing():
    session = at(phase="movement", units=FLEET)
    order = "move 2 fleets and 2 British armies from C14 to D8, land 1 army at D8, on to E7"
    assert told(session, order) == [
        "moved 2 veteran fleets (with 2 recruit armies aboard) from C14 to D8",
        "landed 1 recruit army in D8",
        "moved 2 veteran fleets (with 1 recruit army aboard) from D8 to E7 via E8",
    ]


def test_a_forced_march_is_told_as_one():
    session = at(
        phase="movement",
        units={"prussia": {"C16": {"army": 1}}},
        moved={"prussia": {"C16": {"army": 1}}},
        markers={"britain": ["forced_march"]},
    )
    order = "force march 1 army from C16 to D16"
    assert told(session, order) == ["force-marched 1 recruit army of Prussia from C16 to D16"]


def test_ways_are_kept_for_one_question_and_no_longer():
    session = at(phase="movement", units=FLEET)
    order = ("move", "?", "C14", ((1, "", "fleet"),), "D8", (), (), "", ())
    assert session.decision("britain").menu.judge(order) is None
    assert ground_for(session.state, "britain", "sea").searches == {}
    still = session.state.at_rest()
    assert ground_for(still, "britain", "sea") is ground_for(still, "britain", "sea")
    session.change(("place", "france", 1, "fleet", "D8"), "it had been left out")
    assert isinstance(session.decision("britain").menu.judge(order), Refusal)


def test_ways_shun_the_squares_whose_neighbours_could_countermarch():
    """A search marks all such squares at once; a force that enters one asks who is beside it."""
    stream = Stream("watched")
    for name in ("watched 1", "watched 2"):
        session = begin(name, seats=4, reactions="ask")
        for number, _ in enumerate(wander(session, stream)):
            if number % 25:
                continue
            state = session.state
            for seat in state.seats:
                beside = {sq for sq in state.data.board.squares if watchers(state, seat, sq)}
                assert watched(state, seat) == beside


def test_an_order_beyond_all_ways_is_told_no_way_that_is_too_far():
    session = at(phase="movement", units=FLEET)
    found = journey(session.state, "britain", Ordered("?", "C14", ((1, "", "fleet"),), "I23"))
    assert isinstance(found, Refusal)
    assert shown(WORDS.say(found.message)) == (
        "I23 is too far: the way takes 29 movement points, and the force has 10."
    )


@pytest.mark.parametrize("whom", ["?", "prussia", "britain"])
def test_whoever_walks_the_menu_is_offered_what_can_be_done(whom):
    session = at(phase="movement", units=FLEET)
    menu = session.decision("britain").menu
    offered = list(menu["move"].endings(whom, "C14"))
    assert offered
    assert all(menu.judge(("move", *choice)) is None for choice in offered)


def warned(session, order):
    """What is said of an order besides, before it is carried out."""
    choice = GAME.words.order(order).steps[0].candidates[0][1]
    toll = GAME.toll(session.table, "britain", choice, {})
    return shown(WORDS.say(toll.said)) if toll else ""


AGREED = [{"n": 1, "parties": ["britain", "france"], "clause": "stay out of austria", "until": 3}]


@pytest.mark.parametrize(
    ("order", "warning"),
    [
        ("move 1 fleet from C14 to E13", "brings Spain in on the side of another player"),
        ("move 1 fleet from C14 to F13 via C13 and D13 and E13", ""),
        ("move 1 British army and 1 fleet from C14 to F13, land 1 army at E13", "brings Spain"),
        ("move 1 veteran army from C16 to C17", ""),
        ("move 1 veteran army from C16 to D17 via D16", "breaks agreement 1, which costs you"),
    ],
)
def test_what_an_order_brings_about_is_told_with_it(order, warning):
    units = {**FLEET, "prussia": {"C16": {"veteran_army": 1}}}
    session = at(phase="movement", units=units, agreements=AGREED)
    said = warned(session, order)
    assert warning in said
    assert bool(warning) == bool(said)


def test_an_attack_on_a_neutral_power_is_told_as_one():
    units = {"france": {"E14": {"army": 1}}, "spain": {"E13": {"base": 1}}}
    session = at(phase="combat", active="france", units=units)
    choice = GAME.words.order("attack E13 from E14").steps[0].candidates[0][1]
    toll = GAME.toll(session.table, "france", choice, {})
    assert "Spain" in shown(WORDS.say(toll.said))


@pytest.mark.parametrize(
    ("order", "told"),
    [
        (
            "attack D16 from C16",
            'the Engagement table; the units could also use Linear (say "using',
        ),
        ("attack D16 from C16 using Linear", ""),
    ],
)
def test_of_an_attack_without_a_table_it_is_told_which_is_used(order, told):
    units = {
        "prussia": {"C16": {"veteran_army": 3}},
        "austria": {"D16": {"veteran_army": 2}},
    }
    session = at(phase="combat", units=units)
    said = warned(session, order)
    assert told in said
    assert bool(told) == bool(said)


@pytest.mark.parametrize(("code", "first"), [("en", "Moves come"), ("de", "Erst kommen die Beweg")])
def test_a_move_below_an_attack_is_told_why_it_is_not_made_and_where_to_write_it(code, first):
    units = {"prussia": {"C16": {"veteran_army": 1}}}
    session = at(phase="combat", units=units)
    choice = GAME.words.order("move 1 veteran army from C16 to C17").steps[0].candidates[0][1]
    refusal = session.decision("britain").menu.judge(choice)
    said = shown(language_of(code, GAME.name, GAME.words).say(refusal.message))
    assert said.startswith(first)
    assert {"en": "write such lines above", "de": "über die anderen"}[code] in said
