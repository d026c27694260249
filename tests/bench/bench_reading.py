"""Lines that are no orders, or hardly: what the longest costs, how that grows with length, and what
a mail full of them costs. Every figure is of a vocabulary that has read none of it before; those of
a player who is asked something are of a moderator that has read other mails, in all languages."""

import binascii
import gc

from engine.core.bots import Stream
from engine.core.decision import Refusal
from engine.core.dice import Dice, Seed
from engine.core.game import Game
from engine.core.session import Session
from engine.orders.languages.other_languages import said_or_named
from engine.orders.understanding.interpreter import Interpreter
from engine.orders.understanding.reading_types import Situation
from engine.orders.vocabulary import Vocabulary
from engine.queue.understanding import understand
from pbem.cli.program import GARBAGE
from tests.bench.seating import options
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


FIVE = {
    "struggle-of-empires": [
        "I'd like to attack France in the Baltic with everything I have there, please.",
        "Then both armies go from the German States to the Baltic.",
        "Please build me a new fleet in North America, too.",
        "After that I claim the Mercenaries, and use them in the Med.",
        "get me Banking for the last action",
    ],
    "empires-of-the-ancient-world": [
        "My next base goes to Sicily, please.",
        "I'd like to recruit the engineer now.",
        "Then build me a fort in Italy, too.",
        "I want to attack Macedonia by sea.",
        "After that I expand my trade in Greece and in Egypt.",
    ],
    "seven-years-world-war": [
        "Two veteran armies march from C16 to D16, please.",
        "I'd like to ship two fleets and one army from C14 to E7.",
        "then 1 army E7 to E6",
        "I attack D17 from D16 with all three veterans.",
        "That's all for this turn.",
    ],
}


def text(part: str, length: int) -> str:
    """A line of such parts, the first behind an `if`."""
    return ("if " + part * length)[:length]


def cost(words: Vocabulary, lines: list[str]) -> float:
    """Milliseconds to read the lines, with nothing remembered."""
    fresh = Vocabulary(words.words)
    return cpu(lambda: [fresh.split(each) for each in lines]) * 1000


def understood(words: Vocabulary, lines: list[str]) -> float:
    """Milliseconds to understand the lines as a mail, with nothing remembered."""
    fresh = Interpreter(Vocabulary(words.words))
    return cpu(lambda: fresh.read(lines, Situation("nobody"))) * 1000


def asked(game: Game) -> Session:
    """A game that has asked its first questions, with a mail read."""
    session = Session.start(game, Dice(Seed(b"reading".ljust(32))), options(game, "reading"))
    received(session, ["Hello all, good luck!"])
    return session


def received(session: Session, lines: list[str]) -> float:
    """Milliseconds for the lines of a mail by whoever is asked first: to tell them from commands,
    and to understand them."""

    def read() -> None:
        session.game.words.lines(lines)
        understand(session, session.waiting()[0], lines)

    return cpu(read) * 1000


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


def article(words: Vocabulary, lines: int, name: str = "") -> list[str]:
    """Prose full of words of the game: paragraphs of long sentences, each line one of them. Each
    name is another article."""
    stream, said = Stream(f"article {lines}{name}"), words.words
    verbs = sorted({w for each in said.verbs.values() for w in each if w.isalpha()})
    names = sorted(w for w in said_or_named(said) if w.isalpha() and len(w) > 3)
    small = ["was", "had", "been", "often", "in", "the", "when", "people", "of", "many", "not"]
    found: list[str] = []
    while len(found) < lines:
        if len(found) % 6 == 5:
            found.append("")
            continue
        picks = (stream.below(10) for _ in range(14 + stream.below(8)))
        row = [stream.pick(names if n < 3 else verbs if n < 5 else small) for n in picks]
        found.append(f"The {' '.join(row)}.")
    return found


def main(game: Game) -> None:
    """Print what lines and mails cost; garbage is looked for as by `pbem run`."""
    gc.set_threshold(*GARBAGE)
    session = asked(game)
    for what, part in HARD.items():
        middle, longest = (cost(game.words, [text(part, n)]) for n in LENGTHS)
        line(f"{what}: 400 characters", longest, "ms", "50")
        line("  growth from 200 to 400", longest / middle, "x", "2")
    for kind in ("uuencoded", "made-up words"):
        lines = junk(kind, Stream(f"reading {kind}"))
        read = [game.words.split(each) for each in lines]
        assert all(isinstance(each, Refusal) for each in read)
        line(f"a mail of {LINES} lines, {kind}", cost(game.words, lines), "ms", "100")
        line("  understood", understood(game.words, lines), "ms", "")
        line("  by a player who is asked something", received(session, lines), "ms", "100")
    pasted = article(game.words, LINES)
    line(f"an article of {LINES} lines, understood", understood(game.words, pasted), "ms", "")
    line("  by a player who is asked something", received(session, pasted), "ms", "100")
    line("five orders in other words", understood(game.words, FIVE[game.name]), "ms", "15")
    line("  by a player who is asked something", received(session, FIVE[game.name]), "ms", "15")
    for what, part in HARD.items():
        line(f"{what}: 10,000 characters", understood(game.words, [text(part, 10_000)]), "ms", "50")
