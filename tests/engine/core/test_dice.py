"""The dice as docs/dice.md tells them."""

import json
import re
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.dice import (
    Dice,
    NeedsDice,
    ScriptedDice,
    ScriptMismatch,
    Seed,
    canonical,
    commitment,
    seed_of,
)
from tests import ROOT

DOCS = ROOT / "docs"
TEXT = st.text(st.characters(codec="utf-8"))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=30,
)


def test_the_test_vectors_of_the_documentation_hold():
    table = re.findall(r"^\| (.+?) \| `?([0-9a-f]+)`? \|$", (DOCS / "dice.md").read_text(), re.M)
    values = [value for _, value in table]
    secret = Seed(bytes(range(32)))
    seed = seed_of(secret, ["red", "blue"], ["ä", ""])
    dice = Dice(seed)
    segment = dice.hash("path", "", "segment", 1)
    choice = dice.hash("path", segment, "choice", "red", "send", ["send", 2])
    assert values == [
        commitment(secret),
        seed.reveal().hex(),
        segment,
        choice,
        dice.hash("salt", 0),
        str(dice.index(6, choice, 0, "avalanche, red", 0)),
        str(dice.index(3, choice, 1, "avalanche, red", 1)),
    ]


@given(JSON)
def test_canonical_bytes_are_those_of_the_standard_librarys_json(value):
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical(value) == text.encode()


def test_draws_are_even():
    dice = Dice(Seed(b"even"))
    counts = Counter(dice.index(6, "p", 0, "die", n) for n in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())


def test_each_part_of_a_draws_name_makes_it_another_draw():
    dice = Dice(Seed(b"names"))
    draws = [
        dice.index(2**60, path, epoch, label, occurrence)
        for path in ("a", "b")
        for epoch in (0, 1)
        for label in ("x", "y")
        for occurrence in (0, 1)
    ]
    assert len(set(draws)) == 16


def test_a_seed_shows_itself_nowhere():
    seed = Seed(b"secret bytes")
    assert "secret" not in repr(seed) + str(seed) + f"{seed}"
    with pytest.raises(TypeError):
        __import__("pickle").dumps(seed)


def test_without_a_seed_nothing_is_drawn():
    with pytest.raises(NeedsDice, match="die"):
        Dice(None).index(6, "", 0, "die", 0)


def test_scripted_outcomes_come_in_order_and_no_further():
    dice = ScriptedDice([3, "sink"])
    assert dice.draw(range(1, 7), "", 0, "die", 0) == 2
    assert dice.draw(["success", "stay", "sink"], "", 0, "sea", 0) == 2
    with pytest.raises(ScriptMismatch, match="too many"):
        dice.draw([1], "", 0, "die", 1)
    with pytest.raises(ScriptMismatch, match="none of 1, 2"):
        ScriptedDice([7]).draw([1, 2], "", 0, "die", 0)


def test_the_stand_alone_verifier_is_short_and_uses_the_standard_library_only():
    text = (DOCS / "verify_dice.py").read_text()
    imports = re.findall(r"^(?:import|from) (\w+)", text, re.M)
    assert set(imports) <= sys.stdlib_module_names
    assert len([line for line in text.splitlines() if line.strip()]) <= 60
