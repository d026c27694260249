"""What simulated people write: one order a mail, a turn a mail, or all that can be said before."""

from __future__ import annotations

from engine.bots import Stream, advised_choice
from engine.decision import Seat
from engine.dice import Dice, Seed
from engine.session import Session
from pbem.demo import choosing

TURN = 4
"""Lines of a mail that has a whole turn."""
AHEAD = 8
"""Lines of a mail that has several turns."""
OTHERWISE = "else: pass"
"""What is done where an order of a later turn is not possible any more."""
MOST_IMAGINED = 250
"""Answers of the game that is played on in the head."""
STANDING = (
    "when placing: default",
    "when a defender asks: join with all if I am allied with {friend}; default",
    "when anyone asks: default",
    "in combat: default",
    "when a unit would sink: default",
    "when attacking: default",
    "when only free actions are left: default",
    "in auctions: me against {foe} up to {ceiling}; pass; default",
)


def one_question(session: Session, seat: Seat, stream: Stream) -> list[str]:
    """An answer to what is asked, and no more."""
    return choosing.orders(session, seat, stream, 1)[:1]


def a_turn(session: Session, seat: Seat, stream: Stream) -> list[str]:
    """What is asked and what the seat does then, until others are asked or dice fall."""
    return choosing.orders(session, seat, stream, TURN)


def next_turn(session: Session, seat: Seat, stream: Stream) -> list[str]:
    """A turn before it comes, as it would be if the others did what one thinks."""
    imagined = _imagined(session, stream)
    for _ in range(MOST_IMAGINED):
        if imagined.over:
            return []
        asked = imagined.waiting()[0]
        if asked == seat and _is_of_queue(imagined, seat):
            return a_turn(imagined, seat, stream)
        imagined.submit(asked, advised_choice(imagined, asked, stream), "bot")
    return []


def all_ahead(session: Session, seat: Seat, stream: Stream) -> list[str]:
    """Several turns: those of a game that is played on in the head, with other dice."""
    words = session.game.words
    imagined = _imagined(session, stream)
    owed = seat in session.waiting()
    lines: list[str] = []
    for _ in range(MOST_IMAGINED):
        if imagined.over or sum(line != OTHERWISE for line in lines) >= AHEAD:
            break
        asked = seat if owed and not lines else imagined.waiting()[0]
        kind = imagined.questions[asked].kind
        choice = advised_choice(imagined, asked, stream)
        if asked == seat and (_is_of_queue(imagined, seat) or (owed and not lines)):
            line = words.say(kind.name, choice)
            lines += [line, OTHERWISE] if kind.name == "action" and lines else [line]
        imagined.submit(asked, choice, "bot")
    return lines


def _is_of_queue(session: Session, seat: Seat) -> bool:
    """Whether what a seat is asked is a turn of its own that can be ordered beforehand."""
    kind = session.questions[seat].kind
    return kind.role == "action" and kind.name != "auction"


def _imagined(session: Session, stream: Stream) -> Session:
    seed = Seed(bytes(stream.below(256) for _ in range(32)))
    return Session(session.game, Dice(seed), session.record.copy(), session.held)


def standing(seats: list[Seat], seat: Seat, stream: Stream, session: Session) -> list[str]:
    """What a seat leaves standing when the game begins."""
    name, others = session.game.words.name, [other for other in seats if other != seat]
    friend = stream.pick(others)
    foe = stream.pick([other for other in others if other != friend])
    said = {"friend": name(friend), "foe": name(foe), "ceiling": stream.below(4)}
    return [line.format(**said) for line in STANDING]
