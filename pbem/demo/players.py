"""The demo's players: what each does when asked."""

from dataclasses import dataclass, field
from datetime import datetime

from engine.core.session import Session
from pbem.demo import choosing
from pbem.demo.mail_programs import BLOCK, PROGRAMS
from pbem.demo.players_desk import Desk, Posted, slipped

GREETINGS = ("Hello,", "Hi all,", "Good evening,", "Dear moderator,")
THANKS = ("Thanks!", "Best wishes,", "Cheers,", "See you next turn")
QUESTIONS = ("status", "orders?", "help", "resend")
ODD = {
    "slip": 8,
    "forbidden": 4,
    "no tag": 3,
    "silent": 2,
    "twice": 2,
    "away": 2,
    "question": 3,
    "old": 2,
    "whim": 20,
}
"""How many of a hundred mails (slip: lines) are odd in this way."""
MOST_LINES = 4
MOST_ASKED = 4
"""After how many times of being asked the same in a segment a player always takes the default."""


@dataclass
class Player:
    """A player at their desk."""

    desk: Desk
    wish: str
    """The seat the player wants; empty for any."""
    silent_in: str = ""
    """The question that the player ignores."""
    asked: list[tuple[int, str]] = field(default_factory=list)
    """Segment and kind of the last question, once for each time it was asked."""

    def joins(self, own: str, game: str, shown: str, now: datetime) -> Posted:
        """Ask for a seat with a plain mail to the moderator's address."""
        stream = self.desk.stream
        words = " ".join(str(stream.below(1000)) for _ in range(3))
        order = f"join {game} as {shown}" if shown else f"join {game}"
        lines = ["Hello,", order, f"name: {self.desk.name}", f"dice: {words}"]
        return self.desk.write(lines, now, own, "joining")

    def confirms(self, now: datetime) -> Posted:
        """Answer `yes`."""
        return self.desk.answer(["yes"], now)

    def plays(self, session: Session, seat: str, now: datetime) -> list[Posted]:
        """Write the mails that the player sends when asked; none if the player ignores the
        question."""
        desk = self.desk
        if desk.newest_kind in ("ask", "stale"):
            return [self.confirms(now)]
        if self._is_silent(session.fingerprint(seat)):
            return []
        posts = [self._answer(self._lines(session, seat), now)]
        if self._happens("twice"):
            posts.append(posts[0])
            desk.tally["mails delivered twice"] += 1
        if self._happens("away"):
            posts.append(desk.automatic_answer(now))
            desk.tally["automatic answers of absent players"] += 1
        if self._happens("question"):
            posts.append(desk.answer([desk.stream.pick(QUESTIONS)], now))
            desk.tally["questions to the moderator"] += 1
        return posts

    def _is_silent(self, asked: str) -> bool:
        """Tell whether the player ignores this question. A reminder may end that."""
        if self.silent_in == asked:
            return self.desk.newest_kind != "reminder" or self.desk.stream.below(2) == 0
        if self._happens("silent"):
            self.silent_in = asked
            self.desk.tally["questions at first left without an answer"] += 1
            return True
        return False

    def _lines(self, session: Session, seat: str) -> list[str]:
        desk = self.desk
        lines: list[str] = []
        if self._happens("forbidden"):
            lines = choosing.forbidden(session, seat, desk.stream)
            desk.tally["orders that the rules forbid"] += len(lines)
        if not lines:
            most, weary = 1 + desk.stream.below(MOST_LINES), self._is_weary(session, seat)
            whim = self._happens("whim")
            lines = choosing.unasked(session, seat, desk.stream)
            desk.tally["offers and answers to them"] += len(lines)
            lines += choosing.orders(session, seat, desk.stream, most, weary=weary, whim=whim)
        return [self._typed(line) for line in lines]

    def _is_weary(self, session: Session, seat: str) -> bool:
        """Tell whether the player settles for the default: the likelier, the more often the same
        was asked at the same point of the game. This ends auctions between random players."""
        asked = session.number, session.questions[seat].kind.name
        self.asked = [*self.asked, asked] if asked in self.asked else [asked]
        return self.desk.stream.below(MOST_ASKED) < len(self.asked) - 1

    def _typed(self, line: str) -> str:
        if not self._happens("slip"):
            return line
        typed = slipped(line, self.desk.stream)
        self.desk.tally["lines with a typing slip"] += typed != line
        return typed

    def _answer(self, lines: list[str], now: datetime) -> Posted:
        """Write a mail with the orders, usually in answer to the newest mail."""
        desk = self.desk
        if self._happens("no tag"):
            desk.tally["mails without their tag"] += 1
            game = desk.newest.subject.partition("[")[2].partition("]")[0]
            return desk.write(lines, now, desk.newest.sender_address, f"[{game}] my orders")
        if self._happens("old"):
            desk.tally["answers to an old mail"] += 1
            return desk.answer(lines, now, desk.oldest)
        program = desk.stream.pick(list(PROGRAMS))
        if program != BLOCK and desk.stream.below(2):
            lines = [desk.stream.pick(GREETINGS), "", *lines, "", desk.stream.pick(THANKS)]
        return desk.answer(lines, now, program=program)

    def _happens(self, what: str) -> bool:
        return self.desk.stream.below(100) < ODD[what]
