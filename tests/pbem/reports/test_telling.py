"""What a game tells becomes sentences, paragraphs and tallies."""

from __future__ import annotations

from engine.core.messages import Message, message, text
from engine.kit.telling import (
    Aside,
    Break,
    Clause,
    Fought,
    More,
    Part,
    Result,
    Sentence,
    Side,
    Table,
    Tally,
)
from pbem.reports.languages.language import Language, Texts
from pbem.reports.rendering import document as d
from pbem.reports.telling import story


def said(words: str) -> Message:
    return message("test.said", words=text(words))


def blocks(*parts: Part | int) -> list[d.Block]:
    texts = Texts("en")
    texts.messages |= {"test.said": "{words}"}
    return story(parts, Language(texts))


def told(*parts: Part | int) -> str:
    """The paragraphs of a story."""
    paragraphs = [block for block in blocks(*parts) if isinstance(block, d.Paragraph)]
    return "\n\n".join(d.words(block.text) for block in paragraphs)


def spain(words: str) -> Clause:
    return Clause("spain", said(words))


def test_clauses_of_one_seat_are_a_sentence() -> None:
    assert told(spain("built an army")) == "Spain built an army."
    assert told(spain("a"), spain("b")) == "Spain a and b."
    assert told(spain("a"), spain("b"), spain("c")) == "Spain a, b and c."


def test_the_position_of_an_event_chooses_how_clauses_are_joined() -> None:
    parts = [spain("a"), spain("b"), Break()]

    assert told(2, *parts) == "Spain a and b."
    assert told(3, *parts) == "Spain a, then b."
    assert told(3, *parts) == told(3, *parts)


def varied() -> Language:
    texts = Texts("en")
    texts.messages |= {"test.built": "built", "test.built.2": "raised"}
    texts.variants |= {"test.built": ("test.built", "test.built.2")}
    texts.names |= {
        "spain": {"name": "Spain", "people": "spanish"},
        "spanish": {"the": "the Spanish", "number": "plural"},
    }
    return Language(texts)


def test_a_message_with_variants_is_said_otherwise_the_next_time() -> None:
    built = Clause("spain", message("test.built"))
    (paragraph,) = story([4, built, 6, built, 8, built], varied())

    assert isinstance(paragraph, d.Paragraph)
    assert d.words(paragraph.text) == "Spain built, raised and built."


def test_a_seat_and_its_people_take_turns() -> None:
    built = Clause("spain", message("test.built"))
    (paragraph,) = story([4, *[built] * 4], varied())

    assert isinstance(paragraph, d.Paragraph)
    assert d.words(paragraph.text) == "Spain built, raised and built. The Spanish raised."


def test_another_seat_begins_a_paragraph() -> None:
    assert told(spain("a"), Clause("france", said("b"))) == "Spain a.\n\nFrance b."


def test_a_sentence_has_three_clauses_at_most() -> None:
    assert told(*[spain("a")] * 4) == "Spain a, a and a. Spain a."


def test_a_clause_can_go_on() -> None:
    parts = [spain("built an army"), More(said(", which marched home")), spain("passed")]

    assert told(*parts) == "Spain built an army, which marched home, and passed."


def test_words_can_be_put_behind_a_sentence() -> None:
    assert told(Sentence(said("it rains.")), More(said("in Spain"))) == "It rains in Spain."


def test_sentences_run_on_in_the_paragraph() -> None:
    parts = [spain("attacked"), Sentence(said("France stayed out."))]

    assert told(*parts) == "Spain attacked. France stayed out."


def drew(number: int, seat: str = "spain") -> Sentence:
    return Sentence(message("test.drew", seat=seat, number=number), "number")


def named(card: str) -> Sentence:
    return Sentence(message("test.named", card=text(card)), "card")


def test_sentences_that_are_alike_become_one() -> None:
    texts = Texts("en")
    texts.messages |= {
        "test.said": "{words}",
        "test.drew": "{seat.the} drew {number} {number: card | cards}.",
        "test.named": "Your draw: {card}.",
    }

    def told(*parts: Part) -> str:
        (paragraph,) = story(parts, Language(texts))
        assert isinstance(paragraph, d.Paragraph)
        return d.words(paragraph.text)

    assert told(drew(1), drew(1), drew(2)) == "Spain drew 4 cards."
    assert told(named("a"), named("b"), named("c")) == "Your draw: a, b and c."
    assert told(drew(1), drew(1, "france")) == "Spain drew 1 card. France drew 1 card."
    assert told(drew(1), named("a"), drew(1)).count("Spain drew 1 card.") == 2
    assert told(drew(1), More(said("from the deck")), drew(1)).count("1 card") == 2
    alike = Sentence(said("It rains."))
    assert told(alike, alike) == "It rains. It rains."


def test_a_break_ends_the_paragraph() -> None:
    assert told(spain("a"), Break(), spain("b")) == "Spain a.\n\nSpain b."


def test_an_aside_waits_for_the_end_of_the_paragraph() -> None:
    aside = Aside(said("You drew 1."))

    assert told(spain("a"), aside, spain("b")) == "Spain a and b. You drew 1."
    assert told(aside) == "You drew 1."


def test_results_stand_below_their_tally() -> None:
    sides = (Side(said("a"), said("b"), said("c"), said("d")),)
    results = [Result(said("Spain won.")), Result(said("France lost."))]
    tally, after = blocks(Tally(said("At sea"), sides), *results, Sentence(said("So.")))

    assert isinstance(tally, d.Tally)
    assert d.words(tally.result) == "Spain won. France lost."
    assert after == d.Paragraph((d.Span("So."),))


def test_a_result_without_a_tally_is_a_sentence() -> None:
    parts = [spain("attacked"), Result(said("Spain won."))]

    assert told(*parts) == "Spain attacked. Spain won."


def test_a_table_stands_between_paragraphs() -> None:
    parts = [Sentence(said("One.")), Table("l", (), ((said("x"),),)), Sentence(said("Two."))]

    assert [type(block) for block in blocks(*parts)] == [d.Paragraph, d.Table, d.Paragraph]


def test_where_nothing_is_told_there_is_no_story() -> None:
    assert blocks() == []


def test_a_battle_is_told_in_detail() -> None:
    tally = Tally(said("On land"), (Side(text("Spain"), text("1 army"), text("1 + 2"), 3),))
    fought = Fought(("spain",), (tally,), said("It was 3 to 1."))
    (block,) = blocks(fought, Result(said("Spain won.")))

    assert isinstance(block, d.Tally)
    assert d.words(block.result) == "Spain won."
