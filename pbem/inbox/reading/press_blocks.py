"""Finds press to others, replies to it and diary entries in a mail.

    press to France, Austria: text         reply: text (to whose press this mail answers)
    anonymous press to all: text           reply all: text (to all whom that press went to)
    press as Spain to France: text         diary: text

The text ends at `end press` (or `end`), or with the mail. It never counts as an order. If another
such head or an order block stands in a text, its meaning is in doubt, and the text is `unclear`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pbem.inbox.players_commands import of_kind
from pbem.inbox.reading.other_languages import in_english
from pbem.mail import identity
from pbem.mail.incoming import InboundMail
from pbem.mail.quotes import HEAD, trimmed, written

LONGEST_HEAD = 400
"""The longest head, in characters before its colon."""
END = "end press"
BROKEN_AT = range(60, 81)
"""Widths at which mail programs break lines."""

_BY_HOST = r"(?P<host>host ?: ?)?"
_HEADS = [
    (spec.verb, re.compile(_BY_HOST + pattern, re.IGNORECASE))
    for spec in of_kind("head")
    for pattern in spec.patterns
]
_FENCE = re.compile(r"-(?=-+ *(?:orders?|end)\b)", re.IGNORECASE)
_END = re.compile(r"end ?(?:(?:of )?(?:press|reply|diary))?[.!]?", re.IGNORECASE)


@dataclass(frozen=True)
class PressBlock:
    """A press, reply or diary entry, as it was written."""

    kind: str
    """press, reply or diary."""
    head: str
    """What comes before the text, in English."""
    lines: tuple[str, ...] = ()
    to: str = ""
    bears: str = ""
    """The name under which to send it."""
    masked: bool = False
    """Whether to send it without a name."""
    to_all: bool = False
    """Whether a reply goes to everybody who got the press."""
    number: int = 0
    """The press that a reply answers, by its number for the writer; 0: the one that its mail
    answers."""
    by_host: bool = False
    unclear: bool = False
    heading: str = ""
    """What comes before the text, as it was written."""

    @property
    def text(self) -> str:
        """The text to pass on or keep."""
        return "\n".join(self.lines)

    @property
    def shown(self) -> list[str]:
        """The text in paragraphs, made safe to show in a mail."""
        return paragraphs(harmless(self.text))

    @property
    def source(self) -> list[str]:
        """Lines from which it can be read again."""
        number = f" to {self.number}" if self.number and self.kind == "reply" else ""
        bare = re.sub(r" to (?:press )?\d+$", "", self.head) if number else self.head
        return [f"{bare}{number}:", *self.lines, END]

    @property
    def title(self) -> str:
        """What comes before the text, as its writer wrote it."""
        return self.heading or self.head

    @property
    def summary(self) -> str:
        """A summary in one line; for a text written in another language, its heading."""
        lines = f" ({self.length} line{'' if self.length == 1 else 's'})"
        return self.title + (lines if in_english(self.title) == self.title else "")

    @property
    def length(self) -> int:
        """How many lines of text it has."""
        return len(written(self.lines))


def cut(lines: Iterable[str]) -> tuple[tuple[PressBlock, ...], tuple[str, ...]]:
    """Cut the blocks out of the lines of a mail; return them and the other lines, without blank
    ones and rules."""
    found, others = cut_in_paragraphs(lines)
    return found, written(others)


def cut_in_paragraphs(lines: Iterable[str]) -> tuple[tuple[PressBlock, ...], tuple[str, ...]]:
    """Do the same, but keep what separates the other lines: blank lines and rules, and a blank line
    in place of a block."""
    pieces: list[PressBlock] = []
    rest: list[str] = []
    texts: list[list[str]] = []
    within = closed = False
    for line in map(str.strip, lines):
        if found := head_in(line):
            if within:
                pieces[-1] = replace(pieces[-1], unclear=True)
            pieces.append(replace(found, unclear=within))
            texts.append(list(found.lines))
            rest.append("")
            within = True
        elif (within or closed) and _END.fullmatch(in_english(line)):
            within, closed = False, True
        elif within:
            texts[-1].append(line)
            if HEAD.match(line):
                pieces[-1] = replace(pieces[-1], unclear=True)
        else:
            rest.append(line)
            closed = closed and not line
    done = zip(pieces, texts, strict=True)
    return tuple(replace(piece, lines=trimmed(text)) for piece, text in done), tuple(rest)


def without_block(message: InboundMail) -> InboundMail:
    """Reduce an order block inside a text for others to its head, which makes that text unclear."""
    above = message.prose[: message.block_at or 0]
    if message.block_at is None or not _is_open(above):
        return message
    prose = (*above, f"--- orders {message.block_head} ---", *message.prose[len(above) :])
    return replace(message, prose=prose, block=None, block_head=None, block_at=None)


def _is_open(lines: Iterable[str]) -> bool:
    """Tell whether a block's text is still open after these lines."""
    within = False
    for line in map(str.strip, lines):
        within = head_in(line) is not None or (within and not _END.fullmatch(in_english(line)))
    return within


def head_in(line: str) -> PressBlock | None:
    """Read the block that begins with this line, with the text on it; None if none does."""
    if len(line.partition(":")[0]) > LONGEST_HEAD:
        return None
    said_so, line = line, in_english(line)
    for kind, pattern in _HEADS:
        if found := pattern.fullmatch(line):
            said = {name: (part or "").strip() for name, part in found.groupdict().items()}
            text = said.get("text", "")
            head = line[: found.start("text")].rstrip(" :") if "text" in said else line
            heading = said_so.strip().removesuffix(text).rstrip(" :")
            return PressBlock(
                kind,
                head,
                (text,) if text else (),
                to=said.get("to", ""),
                bears=said.get("bears", ""),
                masked=bool(said.get("masked")),
                to_all=bool(said.get("all")),
                number=int(said.get("number") or 0),
                by_host=bool(said.get("host")),
                heading=heading,
            )
    return None


def answering(pieces: Iterable[PressBlock], number: int) -> tuple[PressBlock, ...]:
    """Return the blocks of a mail that answers this press, with its replies directed to it."""
    return tuple(
        replace(piece, number=number)
        if number and piece.kind == "reply" and not piece.number
        else piece
        for piece in pieces
    )


def harmless(text: str) -> str:
    """Remove from a text the moderator's tags and anything that it would take for its order
    block."""
    return _FENCE.sub("- ", identity.strip_tags(text))


def paragraphs(text: str) -> list[str]:
    """Join lines that a mail program has broken."""
    lines, said, before = text.split("\n"), list[str](), ""
    width = max(map(len, lines))
    for line in lines:
        if _was_broken(before, line, width):
            said[-1] = f"{said[-1]} {line}"
        else:
            said.append(line)
        before = line
    return said


def _was_broken(before: str, line: str, width: int) -> bool:
    """Tell whether a line's first word did not fit on the line before it, in a text of this
    width."""
    if not (before and line[:1].isalnum() and width in BROKEN_AT):
        return False
    return len(before) + 1 + len(line.split(" ", 1)[0]) > width


def reply(number: int, lines: Sequence[str]) -> list[str]:
    """Write the lines of a reply to this press."""
    return PressBlock("reply", "reply", tuple(lines), number=number).source
