"""What reading a line may cost, counted in calls of functions: no clock is looked at."""

import base64
import random

import pytest

from engine.games import GAMES
from engine.orders.understanding.frames.names_to_keep import NamesToKeep
from engine.orders.understanding.mixed_languages import Interpreters
from engine.orders.understanding.reading_types import TOO_MUCH, Asked, Reading, Situation
from engine.orders.vocabulary import NotAnOrder, Vocabulary
from engine.orders.words.lexicon import LONGEST_LINE, tokens
from tests.calls import calls
from tests.sampling import sampled
from tests.wording import worded

MOST_CALLS = 400_000
"""A line that costs this much takes a tenth of a second or so."""
HARD = (
    "\ufdfa", "it wins, ", "if it wins: ", "if a ", "if ", ",", "I have 5 gold and ", "else ",
    "pass and if ", "lorem ipsum dolor ", "attack move army gold build ", "stop, ", " ", ". ", "- ",
    "when Spain asks: decline; ", "always pass in auctions ", "attak Frnce in Carib ",
)  # fmt: skip


MOST_TO_UNDERSTAND = 5_000_000
"""The same for what understanding a line costs: a second or so, where it was five."""
MOST_OF_JUNK = 400_000
"""The same for a mail of 300 lines that say nothing."""
NESTED = (
    "always if France wins, ", "when I win, attack, ", "if it wins, ", "if a ", "never attack ",
    "place army in India and ", "attack but not India but ", "attack India. ",
)  # fmt: skip
MARCHES = """
    move both armies from C14 to E7 via D12, the two fleets in England take three Dutch armies over
    to New England and land all there, veterans of Prussia force march from C16 to D16, then attack
    Vienna with all using linear led by general 2, recruits in Hungary and one general to Poland
"""
MOST_OF_A_MAIL = 30_000_000
"""What a mail may cost at most: a few seconds."""
COSTLY = ("when I win, attack, ", "attack but not India but ")
"""Those of them that cost most, each in its own way."""


def read_alone(words, text):
    """The calls that reading a line makes where nothing is remembered of others."""
    fresh = Vocabulary(words.words)
    fresh.words.grammar.spelled.near.cache_clear()
    return calls(lambda: fresh.split(text))


@pytest.mark.parametrize("part", HARD)
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_no_line_costs_much_and_a_longer_one_not_much_more(game, part):
    lines = [("if " + part * LONGEST_LINE)[: length - 1] + "x" for length in (200, 400)]
    half, whole = (read_alone(game.words, line) for line in lines)
    assert whole < MOST_CALLS
    assert whole < 3 * half + 20_000


@pytest.mark.parametrize("part", sampled(NESTED, COSTLY))
def test_no_line_costs_much_to_understand(part):
    interpreter = Interpreters(Vocabulary(GAMES["struggle-of-empires"].words.words))
    line, there = (part * LONGEST_LINE)[:LONGEST_LINE], Situation("france")
    assert calls(lambda: interpreter.read([line], there)) < MOST_TO_UNDERSTAND


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_lines_of_junk_cost_little_and_an_order_among_them_is_found(game):
    interpreter = Interpreters(Vocabulary(game.words.words))
    block = base64.b85encode(random.Random(1).randbytes(45 * 300)).decode()
    junk = [block[at : at + 56] for at in range(0, len(block), 56)]
    said = Situation(next(iter(game.words.words.signed)))
    found = interpreter.read(["Hello, here I am.", "pass"], said)  # whatever is set up once
    wanted = [line for reading in found for line in reading.lines]

    read = list[Reading]()
    cost = calls(lambda: read.extend(interpreter.read([*junk[:200], "pass", *junk[200:]], said)))

    assert [line for reading in read for line in reading.lines] == wanted
    assert len(read) >= len(junk)
    assert cost < MOST_OF_JUNK


def test_words_of_orders_in_any_order_cost_no_more_than_so_much():
    """Of such a mail no more is read than can be read with so much work; a canonical line is."""
    interpreter = Interpreters(Vocabulary(GAMES["seven-years-world-war"].words.words))
    chance, words = random.Random(4), MARCHES.split()
    lines = [" ".join(chance.sample(words, 25)) for _ in range(20)]
    read = list[Reading]()

    asked = Asked("turn", None, {})
    cost = calls(
        lambda: read.extend(interpreter.read([*lines, "", "done"], Situation("france", asked)))
    )

    assert cost < MOST_OF_A_MAIL
    assert TOO_MUCH in {reading.reason for reading in read}
    assert read[-1].lines == ("done",)


def test_each_unknown_word_is_named_once():
    words = GAMES["struggle-of-empires"].words
    said = worded(words.split("attack " + "qwertz jklmn " * 12 + "in India"))
    assert "unknown: qwertz, jklmn)" in said


def test_what_grows_when_it_is_normalised_is_cut_after_that():
    assert sum(map(len, tokens("\ufdfa" * LONGEST_LINE))) <= LONGEST_LINE
    words = GAMES["struggle-of-empires"].words
    assert "at most" in worded(words.split("\ufdfa" * LONGEST_LINE))


def test_runs_of_spaces_are_one():
    words = GAMES["struggle-of-empires"].words
    assert words.split("if it wins:" + " " * 300 + "pass") == words.split("if it wins: pass")
    assert isinstance(words.split("if" + " " * 390 + "x"), NotAnOrder)


def test_a_line_with_a_strange_word_is_read_as_without_asking_that_first(monkeypatch):
    """Whether a word is strange saves work, and changes nothing."""
    words = GAMES["struggle-of-empires"].words
    texts = ("attak Frnce in Carib", "bild amy in India", "pass, thanks a lot", "colnise Carib xyz")
    quick = [str(Vocabulary(words.words).split(text)) for text in texts]
    monkeypatch.setattr("engine.orders.patterns.grammar.Grammar.is_stray", lambda self, said: False)
    assert quick == [str(Vocabulary(words.words).split(text)) for text in texts]


@pytest.mark.parametrize("seat", ["france", "spain"])
def test_names_that_an_order_has_no_place_for_are_found_before_it_is_matched(monkeypatch, seat):
    """That saves work, and changes nothing."""
    texts = (
        "I attack Spain in India and Africa, then both armies go from Africa to the Baltic",
        "build a fleet in India and move it to Africa, the army from the Baltic to India",
        "Banking for me, an army each in Africa, India and the Baltic, and attack Austria there",
    )

    def read():
        interpreter = Interpreters(Vocabulary(GAMES["struggle-of-empires"].words.words))
        return [interpreter.read([text], Situation(seat)) for text in texts]

    quick = read()
    monkeypatch.setattr(NamesToKeep, "are_left_by", lambda self, frame: False)
    assert quick == read()
