"""Lines that are no orders, or hardly: what the longest costs, how that grows with length, and what
a mail full of them costs. Every figure is of a vocabulary that has read none of it before."""

import binascii

from engine.core.bots import Stream
from engine.core.decision import Refusal
from engine.core.game import Game
from engine.orders.vocabulary import Vocabulary
from tests.bench.timing import cpu, line

LINES = 300
LENGTHS = (200, 400)
HARD = {
    "a sign that normalises to eighteen": "\ufdfa",
    "if, and spaces": "if" + " " * 380 + "x",
    "if it wins, it wins, ...": "it wins, ",
    "if a if b ...": "if a ",
    "if if if": "if ",
    "commas": ",",
    "conditions joined": "I have 5 gold and ",
    "words of no order": "lorem ipsum dolor sit amet ",
    "words of orders": "attack move army gold build ",
    "answers": "when Spain asks: decline; ",
    "slips": "attak Frnce in Carib ",
}


def text(part: str, length: int) -> str:
    """A line of such parts, the first behind an `if`."""
    return ("if " + part * length)[:length]


def cost(words: Vocabulary, lines: list[str]) -> float:
    """Milliseconds to read the lines, with nothing remembered."""
    fresh = Vocabulary(words.words)
    return cpu(lambda: [fresh.split(each) for each in lines]) * 1000


def junk(kind: str, stream: Stream) -> list[str]:
    """A mail full of lines of a kind."""
    if kind == "uuencoded":
        blocks = (bytes(stream.below(256) for _ in range(45)) for _ in range(LINES))
        return [binascii.b2a_uu(block).decode().strip() for block in blocks]
    letters = "etaoinshrdlucmfwyp"
    return [
        " ".join(
            "".join(letters[stream.below(len(letters))] for _ in range(2 + stream.below(7)))
            for _ in range(11)
        )
        for _ in range(LINES)
    ]


def main(game: Game) -> None:
    """Print what lines and mails cost."""
    for what, part in HARD.items():
        middle, longest = (cost(game.words, [text(part, n)]) for n in LENGTHS)
        line(f"{what}: 400 characters", longest, "ms", "50")
        line("  growth from 200 to 400", longest / middle, "x", "2")
    for kind in ("uuencoded", "made-up words"):
        lines = junk(kind, Stream(f"reading {kind}"))
        read = [game.words.split(each) for each in lines]
        assert all(isinstance(each, Refusal) for each in read)
        line(f"a mail of {LINES} lines, {kind}", cost(game.words, lines), "ms", "100")
