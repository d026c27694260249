"""What simulated people write: one order a mail, a turn a mail, or all that can be said before.

They see what their seat may see. What is to come they play on in their heads, with other dice and
with others who do what a player of the game would advise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from engine.bots import Stream, advised_choice
from engine.decision import Choice, Kind, Menu, Seat
from engine.dice import Dice, Seed
from engine.session import Session

AHEAD = 8
"""Actions of a mail that has several turns."""
ALTERNATIVES = 2
"""What is to be done where an order of a later turn is not possible any more, before a pass."""
PASS = "pass"
MOST_IMAGINED = 250
"""Answers of the game that is played on in the head."""
BELOW = ("sea_die", "naval")
"""What is asked of who moves or attacks: his answer can stand below the order."""
STANDING = (
    "when a defender asks: join with all if I am allied with {friend}; default",
    "when anyone asks: default",
    "in combat: default",
    "when a sea die fails: pay to arrive; default",
    "when attacking: default",
    "when only free actions are left: default",
    "in auctions: me against {foe} up to {ceiling}; pass; default",
)


def one_question(session: Session, seat: Seat, stream: Stream) -> list[str]:
    """An answer to what is asked, and no more."""
    kind = session.questions[seat].kind.name
    return [session.game.words.say(kind, advised_choice(session, seat, stream))]


def a_turn(session: Session, seat: Seat, stream: Stream) -> list[str]:
    """What is asked, with the rest of the turn as it would be if dice fell as one thinks, and of
    the set-up all units; or, unasked, the next turn."""
    mail, turn = Mail(session, seat), ""
    for imagined, kind, choice in _own(session, seat, stream):
        if _is_of_queue(kind):
            if turn not in ("", _turn(imagined)):
                break
            turn = _turn(imagined)
            mail.order(imagined, kind, choice)
        elif mail.lines:
            mail.answer(imagined, kind, choice)
        elif seat in session.waiting():
            return one_question(session, seat, stream)
    return mail.lines


def all_ahead(session: Session, seat: Seat, stream: Stream) -> list[str]:
    """What is asked, and several turns, with what shall be done where an order is not possible."""
    mail, actions = Mail(session, seat), 0
    for imagined, kind, choice in _own(session, seat, stream):
        if actions >= AHEAD:
            break
        first = not mail.lines
        if _is_of_queue(kind) and (first or not _is_free(mail.said(kind, choice))):
            mail.order(imagined, kind, choice)
            if kind.name == "action":
                actions += 1
                mail.lines += [] if first else _otherwise(imagined, seat, choice, stream)
        elif first and seat in session.waiting():
            mail.lines.append(mail.said(kind, choice))
    return mail.lines


@dataclass
class Mail:
    """Lines while they are written."""

    session: Session
    seat: Seat
    lines: list[str] = field(default_factory=list)
    verb: str = ""
    """Of the order written last."""

    def said(self, kind: Kind, choice: Choice) -> str:
        """As it is ordered."""
        return self.session.game.words.say(kind.name, choice)

    def order(self, imagined: Session, kind: Kind, choice: Choice) -> None:
        """A line of its own, unless it goes by itself with the one above."""
        if kind.covers(self.verb) and choice == imagined.decision(self.seat).default:
            return
        self.lines.append(self.said(kind, choice))
        self.verb = str(choice[0])

    def answer(self, imagined: Session, kind: Kind, choice: Choice) -> None:
        """What belongs to the order above: more of it, or how a die is taken."""
        if kind.covers(self.verb):
            if choice != imagined.decision(self.seat).default:
                self.lines[-1] += f", {self.said(kind, choice)}"
        elif kind.name in BELOW:
            self.lines.append(self.said(kind, choice))


def _own(session: Session, seat: Seat, stream: Stream) -> Iterator[tuple[Session, Kind, Choice]]:
    """What a seat would be asked in a game that is played on in the head, and would answer."""
    seed = Seed(bytes(stream.below(256) for _ in range(32)))
    imagined = Session(session.game, Dice(seed), session.record.copy(), session.held)
    asked = seat if seat in imagined.waiting() else ""
    for _ in range(MOST_IMAGINED):
        if imagined.over:
            return
        asked = asked or imagined.waiting()[0]
        choice = advised_choice(imagined, asked, stream)
        if asked == seat:
            yield imagined, imagined.questions[seat].kind, choice
        imagined.submit(asked, choice, "bot")
        asked = ""


def _otherwise(imagined: Session, seat: Seat, choice: Choice, stream: Stream) -> list[str]:
    """What else is worth an action, best first; at last a pass."""
    decision, kind = imagined.decision(seat), imagined.questions[seat].kind.name
    said, tried = [], {str(choice[0])}
    for _ in range(ALTERNATIVES):
        left = Menu(*(verb for name, verb in decision.menu.items() if name not in tried))
        other = imagined.game.advise(
            imagined.view(seat), kind, replace(decision, menu=left), stream
        )
        tried.add(str(other[0]))
        said.append(imagined.game.words.say(kind, other))
    return [f"else: {line}" for line in (*said, PASS) if not _is_free(line)]


def _turn(session: Session) -> str:
    """Which turn of a seat it is that all see; the set-up is one."""
    view = session.view(None)
    numbers = () if view["phase"] == "setup" else (view["war"], view["round"])
    return " ".join(map(str, (view["phase"], *numbers)))


def _is_of_queue(kind: Kind) -> bool:
    """Whether it is a turn of one's own that can be ordered beforehand."""
    return kind.role == "action" and kind.name != "auction"


def _is_free(line: str) -> bool:
    """Whether an order is for a free action: what is refused of those is missed by nobody."""
    return line.startswith("use ") or line == "done"


def standing(seats: list[Seat], seat: Seat, stream: Stream, session: Session) -> list[str]:
    """What a seat leaves standing when the game begins."""
    name, others = session.game.words.name, [other for other in seats if other != seat]
    friend = stream.pick(others)
    foe = stream.pick([other for other in others if other != friend])
    said = {"friend": name(friend), "foe": name(foe), "ceiling": stream.below(4)}
    return [line.format(**said) for line in STANDING]
