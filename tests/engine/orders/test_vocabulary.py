"""The order reader with a made-up game's vocabulary: it knows no game."""

import pytest

from engine.core.decision import (
    Menu,
    Refusal,
    Refused,
    Verb,
)
from engine.orders.vocabulary import Line, NotAnOrder, Vocabulary
from tests.saying import no, refuse
from tests.wording import worded

TOML = """
signatures = ["seat"]
actions = ["turn"]

[names.seat]
red = ["Red", "the Reds"]
green = ["Green"]
[names.town]
ulm = ["Ulm"]
upper_ulm = ["Upper Ulm", "U. Ulm"]
bonn = ["Bonn"]
genua = ["Genua"]
genoa = ["Genoa"]
padua = ["Padua"]
[names.card]
"sword:2" = ["sword 2"]

[slots]
n = "number"
m = "number"
from = "town"
to = "town"

[labels]
n = "N"
from = "TOWN"

[words]
noise = ["the", "a", "please"]
courtesy = ["hello", "best", "thanks"]
lead_in = ["i will"]

[numbers]
a = 1
two = 2

[synonyms]
march = ["go"]

[prepositions]
to = ["to", "in"]
from = ["from", "in"]
out = ["from"]

[[lead]]
texts = ["by night"]
kinds = ["night"]

[[lead]]
texts = ["with guile"]
then = { kind = "guile", choice = ["guile"] }

[[form]]
say = "march {from} to {to}"
also = ["march from {from} to {to}", "march +out {from} to {to}", "march to {to} +out {from}",
        "march {n} men {from} to {to}"]
choice = ["march", "{from}", "{to}"]
kinds = ["turn", "second"]
next = ["second"]
carry = "march"
repeat = "n"
help = "march from one town to another"

[[form]]
say = "storm {town}"
choice = ["storm", "{town}"]
kinds = ["turn"]
exact = ["town"]
carry = "storm"
help = "storm a town"

[[form]]
say = "send {n} man|men, {m} cart|carts"
also = ["send {n} man|men {m} cart|carts"]
choice = ["send", "{n}", "{m}"]
kinds = ["turn"]

[[form]]
say = "send all"
choice = ["send", "all", 0]
kinds = ["turn"]

[[form]]
say = "yield"
choice = ["yield"]
kinds = ["night", "day"]

[[form]]
say = "rest"
also = ["rest until dusk"]
choice = ["rest"]
kinds = ["turn"]
rest = 1

[[form]]
say = "play {card}"
also = ["play sword"]
choice = ["play", "{card}"]
kinds = ["turn"]
default = { card = "sword:?" }

[[form]]
say = "pay {n} to {seat}"
choice = ["pay", "{n}", "{seat}"]
anytime = true
carry = "pay"
"""
WORDS = Vocabulary.read_toml(TOML.encode(), "made-up.toml")


def only(text: str) -> list[tuple[tuple[str, tuple[object, ...]], ...]]:
    line = WORDS.read(text)
    assert isinstance(line, Line), line
    return [step.candidates for step in line.steps]


def test_prepositions_tell_where_from_and_where_to() -> None:
    both = (("turn", ("march", "ulm", "bonn")), ("second", ("march", "ulm", "bonn")))
    for text in (
        "march Ulm to Bonn",
        "march Ulm Bonn",
        "please march from Ulm to Bonn",
        "march to Bonn from Ulm",
        "I will go from the Ulm in Bonn",
        "MARCH, Ulm -> Bonn.",
    ):
        assert only(text) == [both], text


def test_to_before_a_single_town_is_not_taken_for_from() -> None:
    assert isinstance(WORDS.read("march to Bonn Ulm"), Refusal)


def test_longer_names_win() -> None:
    assert only("storm Upper Ulm") == [(("turn", ("storm", "upper_ulm")),)]


def test_further_parts_are_bound_to_the_order_before_them() -> None:
    line = WORDS.read("march Ulm to Bonn, Bonn to Padua and Padua to Ulm")
    assert isinstance(line, Line)
    assert [step.bound for step in line.steps] == [False, True, True]
    assert line.steps[1].candidates == (("second", ("march", "bonn", "padua")),)
    assert len(WORDS.split(line.text)) == 1


def test_a_number_says_how_often_within_bounds() -> None:
    assert len(only("march two men Ulm to Bonn")) == 2
    assert isinstance(WORDS.read("march 99 men Ulm to Bonn"), Refusal)


def test_the_verb_alone_is_carried_where_there_is_no_further_part() -> None:
    line = WORDS.read("storm Bonn and Padua")
    assert isinstance(line, Line)
    assert [step.bound for step in line.steps] == [False, False]


def test_separators_may_lie_within_an_order() -> None:
    assert only("send 1 man, 2 carts") == [(("turn", ("send", 1, 2)),)]
    assert only("send two men and a cart") == [(("turn", ("send", 2, 1)),)]


def test_an_order_has_as_many_pieces_as_its_form_is_written_with() -> None:
    form = """
[[form]]
say = "route: {a}, {b}, {c}, {d}, {e}"
choice = ["route", "{a}", "{b}", "{c}", "{d}", "{e}"]
kinds = ["turn"]
"""
    places = "".join(f'{slot} = "town"\n' for slot in "abcde")
    text = TOML.replace("[slots]\n", f"[slots]\n{places}") + form
    line = Vocabulary.read_toml(text.encode(), "routes.toml").read(
        "route: Ulm, Bonn, Padua, Ulm, Genoa"
    )
    assert isinstance(line, Line)
    (route,) = line.steps[0].choices("turn")
    assert route == ("route", "ulm", "bonn", "padua", "ulm", "genoa")


def test_leads_narrow_the_kinds_or_add_a_step() -> None:
    assert only("yield") == [(("night", ("yield",)), ("day", ("yield",)))]
    assert only("by night: yield") == [(("night", ("yield",)),)]
    assert only("with guile: storm Bonn")[1] == (("guile", ("guile",)),)


def test_slips_are_put_right_unless_two_things_are_meant() -> None:
    line = WORDS.read("marhc Ulm to Pauda")
    assert isinstance(line, Line)
    slips = [(str(guess.slots["said"]), guess.slots["meant"]) for guess in line.guesses]
    assert slips == [("marhc", ("march",)), ("pauda", ("padua",))]
    assert isinstance(WORDS.read("march Genia to Ulm"), Refusal)


def test_exact_places_are_not_guessed_but_asked() -> None:
    refusal = WORDS.read("storm Bnon")
    assert isinstance(refusal, Refusal)
    assert "'storm Bonn'" in worded(refusal)


def test_greetings_are_no_orders_but_hide_none() -> None:
    assert isinstance(WORDS.read("Hello"), NotAnOrder)
    assert isinstance(WORDS.read("best, Red"), NotAnOrder)
    assert only("Hello, storm Bonn, thanks, Red") == [(("turn", ("storm", "bonn")),)]


def test_a_line_too_long_and_a_line_of_too_many_orders_are_refused() -> None:
    assert isinstance(WORDS.read("storm Bonn " * 100), Refusal)
    assert isinstance(WORDS.read("storm Bonn; " * 20), Refusal)


def test_numbers_agree_with_what_is_counted() -> None:
    assert WORDS.say("turn", ("send", 1, 2)) == "send 1 man, 2 carts"


def test_what_no_form_says_cannot_be_printed() -> None:
    with pytest.raises(ValueError, match="no order form"):
        WORDS.say("turn", ("fly",))
    with pytest.raises(ValueError, match="at any time"):
        WORDS.say_anytime(("fly",))


def test_how_an_answer_is_written_is_told_without_keys() -> None:
    assert WORDS.how("turn", "march") == "march TOWN to TO"
    assert WORDS.said_anyhow("turn", ("march",)) == "march TOWN to TO"
    assert WORDS.said_anyhow("turn", ("storm", "ulm")) == "storm Ulm"
    assert WORDS.how("turn", "fly") == "fly"


def test_help_lists_forms() -> None:
    assert WORDS.usages("turn") == [
        ("march TOWN to TO", "march from one town to another"),
        ("storm TOWN", "storm a town"),
    ]


def test_roles() -> None:
    for text, role in [("storm Ulm", "action"), ("yield", "answer"), ("pay 2 to Red", "anytime")]:
        line = WORDS.read(text)
        assert isinstance(line, Line)
        assert WORDS.role(line) == role


def test_two_gifts_on_a_line_are_two_lines() -> None:
    assert isinstance(WORDS.read("pay 2 to Red, 3 to Green"), Refusal)
    orders = WORDS.split("pay 2 to Red, 3 to Green")
    assert not isinstance(orders, Refusal)
    assert [order.anytime for order in orders] == [("pay", 2, "red"), ("pay", 3, "green")]


def test_keys_of_names() -> None:
    assert WORDS.key("the reds") == "red"
    assert WORDS.key("Gren", among=["red", "green"]) == "green"
    assert WORDS.key("the green", among=["red", "green"], guess=False) == "green"
    with pytest.raises(Refused, match="name_unknown"):
        WORDS.key("Gren", among=["red", "green"], guess=False)
    with pytest.raises(Refused, match="name_unknown"):
        WORDS.key("Blue", among=["red", "green"])


def farther(start: str = "", goal: str = "") -> Refusal | None:
    return no("You are there.", "Marching") if start and start == goal else None


TOWNS = ("ulm", "bonn", "padua")
MENU = Menu(
    Verb("march", farther, (TOWNS, TOWNS)),
    Verb("send", domains=(range(5), range(3))),
    Verb("play", domains=(("sword:2+1", "sword:3", "sword:4"),)),
    Verb("storm", lambda town="": None if town != "ulm" else refuse("Too strong."), (TOWNS,)),
)


def test_what_says_everything_comes_back_legal_or_not() -> None:
    assert WORDS.resolve("turn", ("march", "ulm", "ulm"), MENU) == ("march", "ulm", "ulm")
    assert WORDS.resolve("turn", ("fly",), MENU) == ("fly",)


def test_all_is_as_many_as_there_are() -> None:
    assert WORDS.resolve("turn", ("send", "all", 0), MENU) == ("send", 4, 0)


def test_a_beginning_stands_for_the_one_option_that_begins_so() -> None:
    assert WORDS.resolve("turn", ("play", "sword:2"), MENU) == ("play", "sword:2+1")
    assert WORDS.resolve("turn", ("play", "sword:3"), MENU) == ("play", "sword:3")


def test_what_is_left_out_must_be_clear() -> None:
    one = Menu(
        Verb("storm", lambda town="": None if town != "ulm" else refuse("No."), (TOWNS[:2],))
    )
    assert WORDS.resolve("turn", ("storm", "?"), one) == ("storm", "bonn")
    asked = WORDS.resolve("turn", ("storm", "?"), MENU)
    assert isinstance(asked, Refusal)
    assert "storm Bonn; storm Padua" in worded(asked)
    none = Menu(Verb("storm", lambda town="": refuse("Too strong.") if town else None, (TOWNS,)))
    refused = WORDS.resolve("turn", ("storm", "?"), none)
    assert isinstance(refused, Refusal)
    assert worded(refused) == "Too strong."


def test_the_nearest_legal_orders_share_as_much_as_possible() -> None:
    assert WORDS.nearest("turn", ("march", "ulm", "ulm"), MENU) == [
        "march Ulm to Bonn",
        "march Ulm to Padua",
        "march Bonn to Ulm",
    ]
    assert WORDS.nearest("turn", ("send", 9, 1), MENU, 2) == [
        "send 4 men, 1 cart",
        "send 3 men, 1 cart",
    ]
    assert WORDS.nearest("turn", ("storm", "ulm"), MENU) == ["storm Bonn", "storm Padua"]
    assert WORDS.nearest("turn", ("fly", "ulm"), MENU) == []
