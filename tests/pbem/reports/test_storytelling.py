"""Events become sentences, paragraphs and tallies."""

from __future__ import annotations

from typing import Any

from pbem.reports.storytelling import Told, chained, run, story


def told(*printed: str) -> str:
    """The story of events that print this."""
    events = [{"what": "said", "data": {"text": text}} for text in printed]
    return str(story(events, lambda e: e["text"], lambda _: "", str.title))


def test_clauses_of_one_seat_are_a_sentence() -> None:
    assert told("@clause spain | built an army") == "Spain built an army."
    assert told("@clause spain | a", "@clause spain | b") == "Spain a and b."
    assert (
        told("@clause spain | a", "@clause spain | b", "@clause spain | c") == "Spain a, b and c."
    )


def test_another_seat_begins_a_paragraph() -> None:
    assert told("@clause spain | a", "@clause france | b") == "Spain a.\n\nFrance b."


def test_a_sentence_has_three_clauses_at_most() -> None:
    assert told(*["@clause spain | a"] * 4) == "Spain a, a and a. Spain a."


def test_a_clause_can_go_on() -> None:
    printed = ["@clause spain | built an army", "+ , which marched home", "@clause spain | passed"]

    assert told(*printed) == "Spain built an army, which marched home, and passed."


def test_words_can_be_put_behind_a_sentence() -> None:
    assert told("& It rains.", "+ in Spain") == "It rains in Spain."


def test_sentences_run_on_in_the_paragraph() -> None:
    assert told("@clause spain | attacked", "& France stayed out.") == (
        "Spain attacked. France stayed out."
    )


def test_a_break_ends_the_paragraph() -> None:
    assert told("@clause spain | a", "@break", "@clause spain | b") == "Spain a.\n\nSpain b."


def test_an_aside_waits_for_the_end_of_the_paragraph() -> None:
    printed = ["@clause spain | a", "@aside You drew 1.", "@clause spain | b"]

    assert told(*printed) == "Spain a and b. You drew 1."
    assert told("@aside You drew 1.") == "You drew 1."


def test_results_stand_below_their_tally() -> None:
    printed = ["@tally At sea\n@side a | b | c | d |", "= Spain won.", "= France lost.", "& So."]

    assert told(*printed) == (
        "@tally At sea\n@side a | b | c | d |\n@result Spain won. France lost.\n\nSo."
    )


def test_a_result_without_a_tally_is_a_sentence() -> None:
    assert told("@clause spain | attacked", "= Spain won.") == "Spain attacked. Spain won."


def test_what_prints_nothing_is_not_told() -> None:
    assert told("", "  \n ", "@clause spain | a") == "Spain a."


def test_one_event_may_print_several_things() -> None:
    assert told("@break\n& One.\n\n@table l\n| x |\n\n& Two.") == "One.\n\n@table l\n| x |\n\nTwo."


def chain(*names: str) -> list[Told]:
    def untold(event: dict[str, Any]) -> str:
        return "x" if event["what"] == "silent" else ""

    return chained([{"what": name, "data": {"n": n}} for n, name in enumerate(names)], untold)


def test_an_event_knows_its_neighbours_that_are_told() -> None:
    first, second = chain("a", "silent", "b")

    assert (first["after"]["what"], second["before"]["what"]) == ("b", "a")
    assert (first["before"]["what"], second["after"]["what"]) == ("", "")


def test_where_nothing_is_told_there_is_no_story() -> None:
    assert chain("silent", "silent") == []
    assert told() == ""


def test_a_run_is_told_by_its_last_event() -> None:
    one, two, other, three = chain("a", "a", "b", "a")

    assert run(one) == []
    assert [event["n"] for event in run(two)] == [0, 1]
    assert [event["n"] for event in run(three, "b")] == [0, 1, 3]
    assert run(two, "b") == []
    assert [event["n"] for event in run(other)] == [2]


def test_a_run_can_be_of_one_seat() -> None:
    events = [{"what": "a", "data": {"seat": seat}} for seat in ("x", "y", "y")]
    one, two, three = chained(events, lambda event: "")

    assert run(one, same="seat") == [one]
    assert run(two, same="seat") == []
    assert run(three, same="seat") == [two, three]
