"""A player's desk: the mails the player got, and the mails written with various programs."""

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from engine.core.bots import Stream
from pbem.demo.mail_programs import BLOCK, FORM, PROGRAMS, Received, Written, read

EARLIEST, LATEST = 5, 600
"""How many minutes a player takes to answer, at least and at most."""
SUBJECTS = ("Re: ", "RE: ", "AW: ", "Re: Re: ")
AUTOMATIC = b"Auto-Submitted: auto-replied\r\nPrecedence: bulk\r\n"


@dataclass(frozen=True, slots=True)
class Posted:
    """A mail on its way to the moderator."""

    sender: str
    to: str
    raw: bytes
    at: datetime


@dataclass
class Desk:
    """Where a player reads and writes mails. Counts what the player sends."""

    number: int
    address: str
    name: str
    stream: Stream
    newest_kind: str = ""
    """The kind of the latest mail."""
    tally: Counter[str] = field(default_factory=Counter)
    _raw: bytes = b""
    _newest: Received | None = None
    _oldest: Received | None = None
    _written: int = 0

    def takes(self, raw: bytes, kind: str) -> None:
        """Take a mail from the moderator."""
        self._raw, self._newest, self.newest_kind = raw, None, kind

    @property
    def newest(self) -> Received:
        """The latest mail, parsed only when it is needed."""
        self._newest = self._newest or read(self._raw)
        if self._newest.has_block:
            self._oldest = self._oldest or self._newest
        return self._newest

    @property
    def oldest(self) -> Received:
        """The first mail with an order block, else the latest mail."""
        return self._oldest or self.newest

    def write(self, lines: list[str], now: datetime, to: str, subject: str) -> Posted:
        """Write a mail that is no answer to another."""
        return self._posted(lines, now, to, subject, None, self._any_program())

    def answer(
        self, lines: list[str], now: datetime, received: Received | None = None, program: str = ""
    ) -> Posted:
        """Answer a mail, by default the latest."""
        answered = received or self.newest
        subject = f"{self.stream.pick(SUBJECTS)}{answered.subject}"
        program = program or self._any_program()
        if program == BLOCK and not answered.has_block:
            program = FORM
        return self._posted(lines, now, answered.reply_to, subject, answered, program)

    def automatic_answer(self, now: datetime) -> Posted:
        """Write the automatic answer of a player who is away (RFC 3834)."""
        post = self.answer(["I am away until Monday."], now, program=FORM)
        return Posted(post.sender, post.to, AUTOMATIC + post.raw, post.at)

    def _any_program(self) -> str:
        return str(self.stream.pick([name for name in PROGRAMS if name != BLOCK]))

    def _posted(
        self,
        lines: list[str],
        now: datetime,
        to: str,
        subject: str,
        answered: Received | None,
        program: str,
    ) -> Posted:
        self._written += 1
        self.tally[f"as: {program}"] += 1
        at = now + timedelta(minutes=EARLIEST + self.stream.below(LATEST - EARLIEST))
        written = Written(
            message_id=f"<{self._written}.{self.number}.{self.stream.below(65536)}@example.org>",
            name=self.name,
            address=self.address,
            to=to,
            subject=subject,
            lines=lines,
            date=at - timedelta(minutes=2),
            answers=answered,
        )
        return Posted(self.address, to, PROGRAMS[program](written), at)


SHORTEST = 6
"""How many letters a word needs to get a slip: shorter words easily become another word."""
WORD = re.compile(rf"[^\W\d_]{{{SHORTEST},}}")


def slipped(line: str, stream: Stream) -> str:
    """Return the line with one typing slip in a longer word; unchanged if it has no such word."""
    words = list(WORD.finditer(line))
    if not words:
        return line
    word = stream.pick(words)
    return line[: word.start()] + _mistyped(word[0], stream) + line[word.end() :]


def _mistyped(word: str, stream: Stream) -> str:
    """Swap two letters, or leave one out, or type one twice; never the first letter."""
    at = 1 + stream.below(len(word) - 2)
    slips = (
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
    )
    return slips[stream.below(len(slips))]
