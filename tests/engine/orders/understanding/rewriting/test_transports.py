"""Forces that others carry are put as moves, with their landing where one is said."""

import pytest

from engine.orders.understanding.interpreter import Interpreter
from engine.orders.understanding.rewriting.transports import Transports
from engine.seven_years_world_war import GAME

VOCABULARY = GAME.words


def transports(code: str) -> Transports:
    """How they are read in a language."""
    if code == "en":
        return Interpreter(VOCABULARY).to_read.as_orders.transports
    return Interpreter(VOCABULARY.tongues[code].other, code).to_read.as_orders.transports


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("fleet plus one army C14 to C13, army goes ashore",
         "move fleet and one army from C14 to C13, land one army"),
        ("Ship one army from England to C13", "move 1 fleets and one army from England to C13"),
        ("ferry 2 armies across to Ireland, debark there",
         "move 2 fleets and 2 armies to Ireland, land 2 armies"),
        ("the two fleets pick up both armies in E7 and drop them in Quebec",
         "move 2 fleets and 2 armies from E7 to Quebec, land 2 armies"),
        ("take an army from C14 to Ireland by sea and land it there",
         "move 1 fleets and an army from C14 to Ireland, land an army"),
        ("one fleet takes the veterans to Sweden where they land",
         "move one fleet and the veterans to Sweden, land the veterans"),
        ("One vet boards the ship in D14, off to Quebec, and gets out there",
         "move ship and One vet from D14 to Quebec, land One vet"),
        ("two recruits go aboard the fleet in D14 and sail to Quebec",
         "move the fleet and 2 recruits from D14 to Quebec"),
        ("the boys in D14 get on the ship and sail to Quebec",
         "move the ship and all armies from D14 to Quebec"),
        ("both fleets in E7 take two armies and sail to Quebec, everybody stays on board for now",
         "move 2 fleets and 2 armies from E7 to Quebec"),
        ("a fleet picks up an army in E7 and sails to Quebec, the army stays on the ship",
         "move a fleet and an army from E7 to Quebec"),
        ("both fleets in E7 take everybody there on board and sail to Quebec",
         "move 2 fleets and all armies from E7 to Quebec"),
    ],
)  # fmt: skip
def test_who_is_carried_goes_with_who_carries(text: str, move: str) -> None:
    assert transports("en").moved(text) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("eine Armee aus England nach Irland verschiffen und dort anlanden",
         "verlege 1 Flotten und eine Armee von England nach Irland, lande eine Armee"),
        ("Mit den zwei Flotten in E7 die zwei Armeen nach D7 fahren und ausladen",
         "verlege 2 Flotten und 2 Armeen von E7 nach D7, lande 2 Armeen"),
        ("Eine Flotte bringt eine Armee von E7 nach Quebec und setzt sie ab",
         "verlege Eine Flotte und eine Armee von E7 nach Quebec, lande eine Armee"),
        ("Ich verschiffe beide Armeen mit beiden Flotten von E7 nach D7 und setze sie an Land",
         "verlege 2 Flotten und 2 Armeen von E7 nach D7, lande 2 Armeen"),
    ],
)  # fmt: skip
def test_german_sentences_carry_as_well(text: str, move: str) -> None:
    assert transports("de").moved(text) == move


@pytest.mark.parametrize(
    "text",
    [
        "move 1 army from C14 to C13",
        "land 2 armies in D7",
        "ship the army to Ireland",
        "ship one army to Ireland, not to Sweden",
        "move 2 armies from E7 to D7, then on to D8",
        "if France lands, ship one army to Ireland",
    ],
)
def test_a_sentence_that_says_something_else_stays(text: str) -> None:
    assert transports("en").moved(text) == text
