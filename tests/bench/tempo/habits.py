"""What simulated people write: one order a mail, a turn a mail, or all that can be said before.

They see what their seat may see. What is to come they play on in their heads, with other dice and
with others who do what a player of the game would advise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from engine.core.bots import Stream, advised_choice
from engine.core.decision import Choice, Kind, Menu, Seat
from engine.core.dice import Dice, Seed
from engine.core.record import Body
from engine.core.session import Session
from engine.queue.steps_to_choices import ordered
from tests.bench.tempo.customs import CUSTOMS, Customs

ALTERNATIVES = 2
"""What is to be done where an order of a later turn is not possible any more, before a pass."""
OFTEN = 3
"""Times that the course of an auction is thought of."""
MOST_IMAGINED = 250
"""Answers of the game that is played on in the head."""
ARRIVE = "pay to arrive, even if I must tax"
"""What can stand below a voyage."""


def one_question(session: Session, seat: Seat, stream: Stream) -> list[str]:
    """An answer to what is asked, and no more."""
    return [ordered(session, seat, advised_choice(session, seat, stream))]


def a_turn(session: Session, seat: Seat, stream: Stream) -> list[str]:
    """What is asked, with the rest of the turn as it would be if dice fell as one thinks, and of
    the set-up all units."""
    return next_turn(session, seat, stream, owed=True)


def next_turn(session: Session, seat: Seat, stream: Stream, owed: bool = False) -> list[str]:
    """The same of the turn that comes next, unless something else is `owed` now."""
    customs = customs_of(session)
    mail, turn = Mail(session, seat), ""
    for imagined, kind, choice in _own(session, seat, stream):
        mail.sail(imagined)
        if is_of_queue(session, kind):
            if turn not in ("", customs.turn_of(imagined)):
                break
            turn = customs.turn_of(imagined)
            mail.order(imagined, kind, choice)
        elif mail.lines:
            mail.answer(imagined, kind, choice)
        elif owed:
            answer = one_question(session, seat, stream)
            bids = _bids(session, seat, stream) if kind.name == customs.auction else []
            return [*answer, *bids]
    mail.pay()
    return [*mail.lines, *_calls(session, seat, stream)] if mail.lines else []


def _calls(session: Session, seat: Seat, stream: Stream) -> list[str]:
    """What somebody would answer to calls before his next turn but one, however he thinks that the
    game goes on; what he would answer differently he leaves to be asked."""
    if not _offered(session, seat, "other_calls"):
        return []
    answers = dict[str, set[str]]()
    for _ in range(OFTEN):
        for imagined, choice in _until_next_turn(session, seat, stream):
            said = ordered(imagined, seat, choice)
            answers.setdefault(_caller(imagined, seat), set()).add(said)
    return [
        f"when {who}: {said.pop()}, this war" for who, said in answers.items() if len(said) == 1
    ]


def _until_next_turn(
    session: Session, seat: Seat, stream: Stream
) -> Iterator[tuple[Session, Choice]]:
    """What others would call a seat for until its turn after the next one, and its answers."""
    customs, turns = customs_of(session), set[str]()
    for imagined, kind, choice in _own(session, seat, stream):
        if is_of_queue(session, kind):
            turns.add(customs.turn_of(imagined))
            if len(turns) > 1:
                return
        elif kind.name == customs.call:
            yield imagined, choice


def _caller(session: Session, seat: Seat) -> str:
    """Who calls and where, as orders say it."""
    facts, name = session.decision(seat).facts, session.game.words.name
    who = facts["attacker"] if facts["side"] == "attacker" else facts["target"]
    return f"{name(who)} asks in {name(facts['region'])}"


def _bids(session: Session, seat: Seat, stream: Stream) -> list[str]:
    """The answer in an auction, and what somebody would bid in it, and in the others of this war
    if that is offered, however he thinks that they go on."""
    period = "auctions this war" if _offered(session, seat, "auctions") else "this auction"
    same = _war if _offered(session, seat, "auctions") else _auction
    worth = dict[Choice, int]()
    for _ in range(OFTEN):
        for imagined, kind, choice in _own(session, seat, stream):
            if kind.name != customs_of(session).auction or same(imagined) != same(session):
                break
            if choice[0] == "bid":
                worth[choice[2:]] = max(choice[1], worth.get(choice[2:], 0))
    wanted = sorted(worth.items(), key=lambda each: -each[1])
    said = [f"bid up to {gold} {_sides(session, *sides)}" for sides, gold in wanted]
    return [f"in {period}: {'; '.join([*said, customs_of(session).otherwise])}"]


def _sides(session: Session, red: Seat, blue: Seat) -> str:
    """A proposal, as orders say it."""
    name = session.game.words.name
    each = {"red": red, "blue": blue}
    return " ".join(f"{side} {name(power)}" for side, power in each.items() if power != "none")


def _offered(session: Session, seat: Seat, order: str) -> bool:
    """Whether the report offers a standing order of this name."""
    if seat not in session.questions:
        return False
    kind, decision = session.questions[seat].kind.name, session.decision(seat)
    offers = session.game.foreseen(session.view(seat), kind, decision)
    return order in [offer.order for offer in offers]


def all_ahead(session: Session, seat: Seat, stream: Stream) -> list[str]:
    """What is asked, and several turns, with what shall be done where an order is not possible;
    in a game in which nobody plans so far, the next turn."""
    customs = customs_of(session)
    if not customs.ahead:
        return next_turn(session, seat, stream, owed=seat in session.waiting())
    mail, actions = Mail(session, seat), 0
    for imagined, kind, choice in _own(session, seat, stream):
        if actions >= customs.ahead:
            break
        first = not mail.lines
        if is_of_queue(session, kind) and (first or not _is_free(mail, imagined, choice)):
            mail.order(imagined, kind, choice)
            if kind.name == "action":
                actions += 1
                mail.lines += [] if first else _otherwise(imagined, seat, choice, stream)
        elif first and seat in session.waiting():
            mail.lines.append(mail.said(imagined, choice))
    return mail.lines


@dataclass
class Mail:
    """Lines while they are written."""

    session: Session
    seat: Seat
    lines: list[str] = field(default_factory=list)
    verb: str = ""
    """Of the order written last."""
    dice: int = 0
    """Thrown at sea, when it was written."""
    voyages: int = 0
    """Ordered last, of which each may cost something."""

    def said(self, imagined: Session, choice: Choice) -> str:
        """As it is ordered."""
        return ordered(imagined, self.seat, choice)

    def order(self, imagined: Session, kind: Kind, choice: Choice) -> None:
        """A line of its own, unless it goes by itself with the one above."""
        self.pay()
        if kind.covers(self.verb) and choice == imagined.decision(self.seat).default:
            return
        self.lines.append(self.said(imagined, choice))
        self.verb = str(choice[0])

    def sail(self, imagined: Session) -> None:
        """Note the dice of a voyage that is ordered above."""
        dice = sum(_is_sea_die(line.body, self.seat) for line in imagined.record.lines)
        self.voyages += dice - self.dice if self.verb == "move" else 0
        self.dice = dice

    def pay(self) -> None:
        """Below a voyage, what it may cost."""
        self.lines += [ARRIVE] * self.voyages
        self.voyages = 0

    def answer(self, imagined: Session, kind: Kind, choice: Choice) -> None:
        """What belongs to the order above: more of it, or how a die is taken."""
        if kind.covers(self.verb):
            if choice != imagined.decision(self.seat).default or kind.parts:
                self.lines[-1] += f", {self.said(imagined, choice)}"
        elif kind.name in customs_of(self.session).below:
            self.lines.append(self.said(imagined, choice))


def _is_sea_die(body: Body, seat: Seat) -> bool:
    return body["t"] == "draw" and body["label"].startswith(f"sea die, {seat} ")


def _own(session: Session, seat: Seat, stream: Stream) -> Iterator[tuple[Session, Kind, Choice]]:
    """What a seat would be asked in a game that is played on in the head, and would answer."""
    seed = Seed(bytes(stream.below(256) for _ in range(32)))
    imagined = Session(session.game, Dice(seed), session.record.copy(), session.sealed)
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
    customs = customs_of(imagined)
    decision, kind = imagined.decision(seat), imagined.questions[seat].kind.name
    said, tried = [], {str(choice[0])}
    for _ in range(ALTERNATIVES):
        left = Menu(*(verb for name, verb in decision.menu.items() if name not in tried))
        other = imagined.game.advise(
            imagined.view(seat), kind, replace(decision, menu=left), stream
        )
        tried.add(str(other[0]))
        said.append(ordered(imagined, seat, other))
    lines = [line for line in (*said, customs.otherwise) if not line.startswith(customs.free)]
    return [f"if refused: {line}" for line in lines]


def _auction(session: Session) -> list[object]:
    """Which auction it is that all see."""
    view = session.view(None)
    return [view["war"], view["red"], view["blue"], view["unplayed"]]


def _war(session: Session) -> object:
    """Which war it is that all see."""
    return session.view(None)["war"]


def is_of_queue(session: Session, kind: Kind) -> bool:
    """Whether it is a turn of one's own that can be ordered beforehand."""
    return kind.role == "action" and kind.name != customs_of(session).auction


def _is_free(mail: Mail, imagined: Session, choice: Choice) -> bool:
    """Whether an order is for a free action: what is refused of those is missed by nobody."""
    return mail.said(imagined, choice).startswith(customs_of(imagined).free)


def customs_of(session: Session) -> Customs:
    """What differs in how the game is played."""
    return CUSTOMS[session.game.name]


def standing(seats: list[Seat], seat: Seat, stream: Stream, session: Session) -> list[str]:
    """What a seat leaves standing when the game begins."""
    name, others = session.game.words.name, [other for other in seats if other != seat]
    friend = stream.pick(others)
    foe = stream.pick([other for other in others if other != friend])
    said = {"me": name(seat), "friend": name(friend), "foe": name(foe)}
    lines = customs_of(session).standing
    return [line.format(**said, ceiling=stream.below(4)) for line in lines]
