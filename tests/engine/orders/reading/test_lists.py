"""Lists in order lines."""

import re

import pytest

from engine.core.decision import Refusal
from engine.orders.vocabulary import Vocabulary
from tests.engine.marches import WORDS
from tests.wording import worded

FILE = """
signatures = []
actions = []
[names.unit]
army = ["army", "armies"]
fleet = ["fleet"]
[names.place]
old_spain = ["Spain"]
new_spain = ["New Spain"]
india = ["India"]
[slots]
n = "number"
[lists]
sums = { each = "{n}", joined = " and " }
[lists.fed]
each = "{n} army|armies in {place}"
also = ["{place}"]
default = { n = 1 }
joined = " and "
[prepositions]
in = ["in", "at"]
[words]
noise = ["the"]
%s
"""
FORMS = """
[[form]]
say = "feed {fed}"
choice = ["feed", "{fed}"]
kinds = ["k"]
[[form]]
say = "defend with {sums}, now"
choice = ["defend", "{sums}"]
kinds = ["k"]
"""
MARCHES = """
[[form]]
say = "march to {place}[ via {path}][, {left}[, on to {onto}]]"
choice = ["march", "{place}", "{path}", "{left}", "{onto}"]
default = { path = [], left = [], onto = "" }
kinds = ["k"]
"""
LISTS = """
path = { each = "{place}", joined = " and " }
left = { each = "leave {n}[ {unit}]", joined = " and ", default = { unit = "" } }
"""
PLACES = '[slots]\nonto = "place"'
BRACKETED = FILE.replace("[lists]", f"[lists]{LISTS}").replace("[slots]", PLACES)
MARCH = Vocabulary.read_toml((BRACKETED % MARCHES).encode(), "marches.toml")
HUNGER = Vocabulary.read_toml((FILE % FORMS).encode(), "hunger.toml")


def read(text, words=WORDS):
    line = words.read(text)
    return line if isinstance(line, Refusal) else line.steps[0].candidates[0][1]


@pytest.mark.parametrize(
    "text",
    [
        "move 2 recruits and 1 veteran A1-A2-B2",
        "move 2 recruits, veteran a1 a2 b2",
        "Move 2 recruits & the veteran A1 - A2 - B2",
        "move 2 recruit 1 veteran A1 via A2 via B2",
        "move two recruits, one veteran A1, A2, B2".replace("two", "2").replace("one", "1"),
    ],
)
def test_a_list_is_read_however_its_items_are_divided(text):
    assert read(text) == ("move", ("a1", "a2", "b2"), ((2, "recruit"), (1, "veteran")))


def test_an_item_may_be_several_words_and_names_as_long_as_they_are():
    assert read("feed 2 armies in New Spain, the 1 army at Spain and India", HUNGER) == (
        "feed",
        ((2, "new_spain"), (1, "old_spain"), (1, "india")),
    )


def test_a_list_is_printed_with_what_joins_it_and_goes_with_its_numbers():
    choice = ("feed", ((2, "new_spain"), (1, "india")))
    assert HUNGER.say("k", choice) == "feed 2 armies in New Spain and 1 army in India"
    assert HUNGER.say("k", ("defend", (3, 1))) == "defend with 3 and 1, now"
    assert read("defend with 3 and 1, now", HUNGER) == ("defend", (3, 1))


def test_a_line_may_answer_the_question_that_its_order_leads_to():
    forms = """
[[form]]
say = "approach {place}"
choice = ["approach", "{place}"]
kinds = ["turn"]
[[form]]
say = "approach {place} with {sums}"
choice = ["approach", "{place}"]
kinds = ["turn"]
then = ["lay", "lay", "{sums}"]
"""
    words = Vocabulary.read_toml((FILE % forms).encode(), "approach.toml")
    first, second = words.read("approach India with 3 and 1").steps
    assert first.candidates == (("turn", ("approach", "india")),)
    assert second.candidates == (("lay", ("lay", (3, 1))),)
    assert second.bound
    assert words.say("turn", ("approach", "india")) == "approach India"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("march to India", ((), (), "")),
        ("march to India via Spain and New Spain", (("old_spain", "new_spain"), (), "")),
        ("march to India, leave 2", ((), ((2, ""),), "")),
        ("march to India, leave 2 army, on to Spain", ((), ((2, "army"),), "old_spain")),
        (
            "march to India via Spain, leave 2 and leave 1 army",
            (("old_spain",), ((2, ""), (1, "army")), ""),
        ),
    ],
)
def test_what_stands_in_brackets_may_be_left_out_and_is_then_not_printed(text, said):
    choice = ("march", "india", *said)
    assert read(text, MARCH) == choice
    assert MARCH.say("k", choice) == text


def test_brackets_within_brackets_need_those_around_them():
    assert isinstance(read("march to India, on to Spain", MARCH), Refusal)


def test_two_orders_on_a_line_are_not_one_list():
    first, second = WORDS.split("move recruit A1-A2, move veteran B4-B3")
    assert first.steps[0].candidates[0][1] == ("move", ("a1", "a2"), ((1, "recruit"),))
    assert second.steps[0].candidates[0][1] == ("move", ("b4", "b3"), ((1, "veteran"),))


def test_a_slip_in_an_item_is_put_right_and_told():
    line = WORDS.read("lose recruit, vetran")
    assert line.steps[0].candidates[0][1] == ("lose", ("recruit", "veteran"))
    assert tuple(map(worded, line.guesses)) == ('"vetran" read as veteran',)


def test_what_is_no_item_is_named():
    assert "unknown: dragoons" in worded(read("lose recruit, dragoons"))


@pytest.mark.parametrize("end", ["", " lose", " 1", ", and"])
def test_the_longest_line_of_a_list_is_read_at_once(end):
    text = "move recruit " + " ".join(["a1"] * 125)
    read(text + end)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('bad = { each = "{what}", joined = "-" }', "lists.bad: {what} is no category"),
        ('bad = { each = "{n}", joined = "-", also = ["x"] }', "'x' does not say 'n'"),
        ('bad = { each = "{n}", by = "-" }', "lists.bad.by: expected one of each"),
        ('bad = { each = "{n}[ {unit}", joined = "-" }', "a bracket without its other"),
        ('bad = { each = "{n}] [{unit}", joined = "-" }', "a bracket without its other"),
        ('bad = { each = "{n}[ {unit}]", joined = "-" }', "'{n}' does not say 'unit'"),
    ],
)
def test_a_mistake_in_a_list_of_the_file_is_named(row, told):
    text = FILE.replace("[lists]", f"[lists]\n{row}") % FORMS
    with pytest.raises(ValueError, match=re.escape(told)):
        Vocabulary.read_toml(text.encode(), "bad.toml")


def test_conditions_have_no_lists():
    text = FILE % (FORMS + '[[condition]]\nsay = "fed {sums}"\n')
    with pytest.raises(ValueError, match="a list stands in forms only"):
        Vocabulary.read_toml(text.encode(), "bad.toml")
