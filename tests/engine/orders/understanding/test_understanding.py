"""What people write, read as canonical lines: by meaning, with the menu, and never by guess."""

from collections.abc import Iterable
from functools import cache

import pytest

from engine.core.session import Session
from engine.games import GAMES
from engine.orders.understanding.interpreter import MOST_SENTENCES
from engine.orders.understanding.reading_types import TOO_MUCH, Reading
from engine.queue.understanding import understand
from engine.scenarios.playing import Step
from tests.engine.orders.understanding.mails_read import turn_of_britain

POSITION = {
    "population": {"britain": 5},
    "units": {
        "britain": {
            "german_states": {"army": 2},
            "caribbean": {"navy": 1, "army": 1},
            "india": {"army": 1},
        },
        "france": {"caribbean": {"army": 1}},
        "austria": {"caribbean": {"army": 1, "navy": 1}},
        "spain": {"caribbean": {"navy": 1}},
    },
    "control": {"caribbean": {"france": 1}, "german_states": {"france": 1}},
    "neutrals": {"india": ["3", "4+3gold"]},
}


@cache
def session(seat: str) -> Session:
    """A game in which Britain is asked for an action, or the others whether they help it."""
    play = turn_of_britain(**POSITION)
    if seat == "britain":
        play.play_until_asked(seat)
    else:
        attack = Step("britain", ("attack France in Caribbean",))
        play.take(attack, Step(seat, refused="", asked="call"))
    return play.session


def read(text: str, seat: str = "britain") -> list[Reading]:
    return list(understand(session(seat), seat, text.splitlines()).readings)


def meaning(lines: Iterable[str]) -> list[object]:
    """What canonical lines say, however they are written."""
    words = GAMES["struggle-of-empires"].words
    return [words.order(line).steps for line in lines]


def one(text: str, seat: str = "britain") -> Reading:
    [reading] = read(text, seat)
    return reading


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Please claim Mercenaries for me.", ["claim Mercenaries"]),
        ("I think I'd like to attack the French in the West Indies.",
         ["attack France in Caribbean"]),
        ("In the Caribbean, attack France with everything I have there!",
         ["attack France in Caribbean"]),
        ("army Caribbean -> Germany", ["move army Caribbean to German States"]),
        ("an army from Africa to Germany", ["move army Africa to German States"]),
        ("army from home to the Baltic", ["move army home to Baltic"]),
        ("build me a new fleet in Africa", ["build navy in Africa"]),
        ("Build a ship and send it to the East Indies", ["build navy in East Indies"]),
        ("get me Banking", ["claim Banking"]),
        ("Claim Mercenaries, use them in the Caribbean",
         ["claim Mercenaries", "use Mercenaries in Caribbean"]),
        ("Could you please build one army in Germany, and then attack France there?",
         ["build army in German States", "attack France in German States"]),
        ("Action 1: attack the French in Germany\nAction 2: a new army for India",
         ["attack France in German States", "build army in India"]),
    ],
)  # fmt: skip
def test_words_may_stand_in_any_order_and_say_more_than_they_need(
    text: str, lines: list[str]
) -> None:
    readings = read(text)
    assert [reading.sort for reading in readings if reading.sort != "order"] == []
    assert meaning([line for reading in readings for line in reading.lines]) == meaning(lines)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Yes please, with my fleet.", "join with 1 navy"),
        ("I'll help with one army", "join with 1 army"),
        ("No.", "call: decline"),
        ("No, I'll stay out of this one.", "call: decline"),
        ("I'm not joining.", "call: decline"),
        ("an army and the navy", "join with 1 army, 1 navy"),
    ],
)
def test_the_question_completes_what_its_answer_leaves_out(text: str, line: str) -> None:
    assert one(text, "austria").sort == "order"
    assert meaning(one(text, "austria").lines) == meaning([line])


def test_a_yes_is_enough_where_it_can_mean_one_thing_only() -> None:
    assert one("Yes!", "spain").sort == "order"
    assert one("Yes!", "austria").sort == "proposal"


@pytest.mark.parametrize(
    "text", ["Attack France!", "attack in India", "attack the neutral in India"]
)
def test_who_is_attacked_and_where_is_asked_where_it_is_not_said(text: str) -> None:
    reading = one(text)
    assert reading.sort == "several"
    assert all(way.startswith("attack ") for way in reading.several)


def test_two_slips_in_a_short_name_of_the_target_are_no_more_than_a_proposal() -> None:
    assert one("I'd like to attack Frnaec in the Caribbean").sort == "proposal"
    assert one("I'd like to attack Frnace in the Carribean").sort == "order"
    assert one("I'd like to claim Bankng").sort == "order"


def test_words_that_are_not_known_make_a_proposal() -> None:
    reading = one("blorp army in Africa, build it")
    assert (reading.sort, reading.lines) == ("proposal", ("build army in Africa",))


@pytest.mark.parametrize(
    "text",
    ["Can I attack France in the Caribbean?", "What would it cost to attack France in Caribbean?"],
)
def test_a_question_is_never_played(text: str) -> None:
    assert one(text).sort == "question"


@pytest.mark.parametrize(
    "text",
    [
        "Don't attack France in the Caribbean.",
        "I won't build an army in Africa",
        "France attacks me in the Caribbean.",
        "Spain, please help me!",
        "Great stuff!",
        "Thanks for the map, it looks great.",
        "Well fought, Britain!",
        "Ouch, Britain took India.",
        "Next turn I will attack Prussia in the German States.",
        "Last round I attacked France in the Caribbean.",
    ],
)
def test_denials_news_and_talk_order_nothing(text: str) -> None:
    assert [reading.sort for reading in read(text)] == ["remark"] * len(read(text))


@pytest.mark.parametrize(
    "text",
    [
        "in the coming auction I pass",
        "When it's my turn again, build army in Africa",
        "One day I'll claim Banking",
        "for the following war: claim Banking",
        "In two turns: build army in Africa",
        "In war 3 I claim Banking",
        "Not this turn, but I will build an army in Africa",
        "I might build an army in Africa",
        "I was going to build an army in Africa",
        "build army in Africa unless France attacks",
        "had I known, I would pass",
        "In der nächsten Auktion passe ich.",
        "Wenn ich wieder dran bin, baue ich eine Armee in Afrika.",
        "In zwei Runden: baue Armee in Afrika",
        "Eines Tages beanspruche ich das Bankwesen",
        "Nicht in diesem Krieg, aber ich baue eine Armee in Afrika.",
    ],
)
def test_what_is_said_of_another_time_is_not_played(text: str) -> None:
    assert "order" not in {reading.sort for reading in read(text)}


def test_what_is_answered_next_time_is_proposed_as_a_standing_order() -> None:
    reading = one("in the next auction I pass")
    assert (reading.sort, reading.lines) == ("proposal", ("when in auctions: pass, once",))


def test_a_sentence_about_everything_else_depends_on_nothing() -> None:
    reading = one("build an army in Africa, nothing else there")
    assert (reading.sort, reading.lines) == ("order", ("build army in Africa",))


def test_an_order_that_was_taken_back_is_asked_about() -> None:
    readings = read("attack France in the Caribbean ... no, scratch that. build army in Africa")
    assert {reading.sort for reading in readings} == {"proposal", "remark"}


def test_two_answers_to_one_question_are_asked_about() -> None:
    assert one("I decline. Well, join with 1 army", "austria").sort == "several"


def test_what_follows_on_a_condition_is_read_like_all_else() -> None:
    text = "attack France in the Caribbean\nIf I win there, get me Banking."
    lines = [line for reading in read(text) for line in reading.lines]
    assert lines[1:] == ["if it wins: claim Banking"]


def test_standing_wishes_are_read_in_other_words() -> None:
    assert one("From now on I never join anybody.").lines == ("when anyone asks: call: decline",)
    assert one("never help Austria").lines == ("when Austria asks: call: decline",)


@pytest.mark.parametrize(
    ("text", "line", "sort"),
    [
        ("always say no to Prussia", "when Prussia asks: call: decline", "order"),
        ("whenever one of my ships would sink, pay to stay",
         "when a unit would sink: pay to stay", "order"),
        ("if Spain asks me, I help", "when Spain asks: join with all", "proposal"),
        ("never pay for ships that only stay", "when a unit would stay: accept", "order"),
    ],
)  # fmt: skip
def test_a_standing_wish_that_leaves_something_open_is_no_more_than_a_proposal(
    text: str, line: str, sort: str
) -> None:
    reading = one(text)
    assert (reading.lines, reading.sort) == ((line,), sort)


def test_a_line_that_is_too_long_is_not_read() -> None:
    assert one("attack France in the Caribbean " * 40).sort == "unclear"


def test_an_order_behind_a_whole_book_is_not_played_and_that_is_said() -> None:
    book = "\n".join(["The sea was calm that day. We ate our bread."] * MOST_SENTENCES)
    found = read(f"attack France in Caribbean\n{book}\nPlease build me a new fleet too.")
    orders = [reading.lines for reading in found if reading.sort == "order"]
    assert orders == [("attack France in Caribbean",)]
    assert found[-1].sort == "unclear"
    assert found[-1].reason == TOO_MUCH


@pytest.mark.parametrize("text", ["Count me", "Include me", "It's always Spain.", "always me"])
def test_half_an_idiom_or_a_name_alone_is_no_answer(text: str) -> None:
    assert {reading.sort for reading in read(text, "austria")} <= {"remark", "unclear", "several"}


def test_a_tile_alone_is_the_one_order_that_can_be_given_with_it() -> None:
    (reading,) = read("Banking, please")
    assert (reading.sort, reading.lines) == ("order", ("claim Banking",))
    (reading,) = read("My son works in banking")
    assert reading.sort != "order"


def test_only_the_armies_go_where_only_troops_are_sent() -> None:
    (reading,) = read("I'll help with my soldiers", "austria")
    assert meaning(reading.lines) == meaning(["join with 1 army"])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Can I attack France in Africa?", "attack France in Africa"),
        ("May I build a navy in India?", "build navy in India"),
        ("Is it allowed to build a fort in India?", "build fort in India"),
        ("could I claim Banking?", "claim Banking"),
    ],
)
def test_a_question_is_about_the_order_that_it_names(text: str, line: str) -> None:
    assert meaning(one(text).asks_about) == meaning([line])


def test_a_question_about_no_order_is_strange() -> None:
    assert one("What is the weather like?").is_strange
    assert not one("Can I pass?").is_strange


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("What does Banking cost?", "rules"),
        ("How many units can I move?", "rules"),
        ("What do I have to do?", "rules"),
        ("How much gold do I have left?", "position"),
        ("who is winning?", "position"),
        ("How does an attack work?", "rules"),
        ("Could I afford a fort?", "rules"),
        ("Was kostet Banking?", "rules"),
        ("Wie funktioniert ein Angriff?", "rules"),
        ("Kann ich mir ein Fort leisten?", "rules"),
        ("Wie war das nochmal mit den Bedingungen?", "rules"),
        ("Wie viel Gold habe ich noch?", "position"),
        ("What about attacking France in Africa?", None),
        ("Can I claim Banking?", None),
    ],
)
def test_a_question_may_ask_for_a_number_or_for_what_somebody_has(
    text: str, facts: str | None
) -> None:
    reading = one(text)
    assert (reading.sort, reading.facts) == ("question", facts)
    assert not (facts and (reading.lines or reading.near))


def test_what_is_near_is_legal_and_shares_words_with_what_was_not_understood() -> None:
    reading = one("frobnicate France in the Caribbean")
    assert reading.sort == "several"
    assert "attack France in Caribbean" in reading.several
    assert len(reading.several) <= 5
    menu = session("britain").decision("britain").menu
    words = GAMES["struggle-of-empires"].words
    for line in reading.several:
        ((_, choice),) = words.order(line).steps[0].candidates
        assert menu.judge(choice) is None


def test_nothing_is_near_to_what_shares_no_word_with_any_order() -> None:
    assert one("What is the weather like?").near == ()


def test_an_order_that_is_only_said_again_is_meant_once() -> None:
    assert one("I'd rather have Banking than the Mercenaries, so Banking it is.").lines == (
        "claim Banking",
    )


def test_the_same_is_built_elsewhere() -> None:
    lines = [
        line
        for each in read("Build an army in Africa and the same in India")
        for line in each.lines
    ]
    assert meaning(lines) == meaning(["build army in Africa", "build army in India"])


def test_actions_numbered_out_of_their_order_are_only_proposed() -> None:
    assert {each.sort for each in read("Second action: pass. First action: Banking.")} == {
        "proposal"
    }


def test_what_is_done_otherwise_needs_no_condition() -> None:
    readings = read("Claim Banking if it's still there, otherwise the Mercenaries.")
    lines = [line for each in readings for line in each.lines]
    assert [each.sort for each in readings] == ["order", "order"]
    assert meaning(lines[:1]) == meaning(["claim Banking"])
    assert lines[1].casefold() == "else: claim the mercenaries"


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("fort in Baltic, then atk France there", "build fort in Baltic"),
        ("army from home to Germany, then it fights France there",
         "move army home to German States"),
    ],
)  # fmt: skip
def test_a_force_and_a_place_are_not_lost_in_the_attack_that_follows(text: str, first: str) -> None:
    unit, attack = read(text)
    assert first in (*unit.lines, *unit.several)
    assert attack.lines[0].startswith("attack France")
