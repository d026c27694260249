"""How people put sentences together: what they leave out, list, prefer and say for good."""

import pytest

from engine.games import GAMES
from engine.orders.understanding.interpreter_parts import Parts
from tests.engine.orders.understanding.test_understanding import meaning, read

SAID = [
    ("attack France in the Caribbean, then Austria there",
     ["attack France in Caribbean", "attack Austria in Caribbean"]),
    ("When it's my turn: Banking, then build an army in India.",
     ["claim Banking", "build army in India"]),
    ("1st action banking 2nd action trade tile sugar plantations",
     ["claim Banking", "claim Sugar Plantations"]),
    ("action one: build, army, C.E. action two: attack, France, Caribbean",
     ["build army in Central Europe", "attack France in Caribbean"]),
    ("my plan: a) banking b) build army india", ["claim Banking", "build army in India"]),
    ("Move one German army to India", ["move army German States to India"]),
    ("I'd rather attack France in the Caribbean than the neutral.",
     ["attack France in Caribbean"]),
    ("from now on pass in all auctions", ["when in auctions: pass"]),
    ("I pass, and I'll pass in the other auctions of this war, too.",
     ["pass", "when in auctions: pass, this war"]),
    ("Whenever I get attacked, my navies fight.", ["when attacked: at sea: fight"]),
    ("attack fran in the carib", ["attack France in Caribbean"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "lines"), SAID, ids=[text for text, _ in SAID])
def test_what_is_left_out_or_put_together_is_understood(text: str, lines: list[str]) -> None:
    orders = [line for reading in read(text) for line in reading.lines]
    assert meaning(orders) == meaning(lines)


def test_what_is_done_to_something_named_is_proposed_if_the_rest_is_not_understood() -> None:
    (reading,) = read("attack those cheeky wretched arrogant froggy French people, Caribbean-wise")
    assert reading.sort in ("several", "proposal")
    assert "attack France in Caribbean" in (*reading.several, *reading.lines)


def test_a_sentence_is_proposed_without_the_part_that_depends_on_something_unknown() -> None:
    (reading,) = read("claim Banking while the weather in London is what it is")
    assert reading.sort == "proposal"
    assert reading.lines == ("claim Banking",)


def test_talk_that_depends_on_something_is_talk() -> None:
    assert [reading.sort for reading in read("I'm in the office until six.")] == ["remark"]


def test_a_list_in_a_sentence_is_as_long_as_it_can_be() -> None:
    words = GAMES["seven-years-world-war"].words
    senses = Parts(words, "en").senses.of(("move", "2", "fleet", "1", "army", "to", "c", "16"))
    lists = [s for s in senses[1].senses if s.category == "force"]
    assert [(sense.key, sense.end) for sense in lists] == [
        (((2, "", "fleet"), (1, "", "army")), 5),
    ]
