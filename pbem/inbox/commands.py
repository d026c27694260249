"""What a mail asks of the moderator himself, apart from orders: join, leave, help, status ..."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from pbem.inbox import press_blocks
from pbem.inbox.command_table import of_kind
from pbem.inbox.press_blocks import PressBlock
from pbem.mail.incoming import InboundMail
from pbem.mail.paragraphs import sentences
from pbem.mail.quotes import written
from pbem.settings.preferences import wish_in

_LINES, _SETTINGS = (
    {spec.verb: re.compile(spec.patterns[0], re.IGNORECASE) for spec in of_kind(kind)}
    for kind in ("line", "setting")
)
_ANSWERED = re.compile(r"(?:(?:re|aw|sv|antw|odp) ?: ?)+", re.IGNORECASE)
LONGEST = 200
"""Characters of a line that may still be a command."""


@dataclass(frozen=True)
class Command:
    """One command: its verb and what was said with it."""

    verb: str
    text: str
    game: str | None = None
    seat: str | None = None
    topic: str | None = None
    zone: str | None = None
    away: str | None = None
    ballot: str | None = None
    said: str | None = None
    """What else was said, for those who read it themselves."""


@dataclass(frozen=True)
class Said:
    """A mail's lines, sorted: commands, settings (name, dice), and the rest, which are orders;
    and what of it is press or diary.

    A yes or no is a command where it answers something; among orders it is one of `lines`.
    """

    commands: tuple[Command, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)
    rest: tuple[str, ...] = ()
    orders: frozenset[str] = frozenset()
    """Those of `rest` that the vocabulary of a game reads as orders."""
    lines: tuple[str, ...] = ()
    spaced: tuple[str, ...] = ()
    """The lines with what divides them into paragraphs; empty where they were asked about."""
    pieces: tuple[PressBlock, ...] = ()

    def asks(self, verb: str) -> Command | None:
        """The first command with this verb."""
        return next((command for command in self.commands if command.verb == verb), None)


MOST_LINES = 300
"""Lines of one mail that are read as orders."""
IsOrder = Callable[[str], bool]
"""Whether the vocabulary of a game that is being played reads a line as an order."""


_PREVIEWED = re.compile(
    r"(?:please )?"
    r"(?:pre-?view|dry[ -]?run|test run|simulate|what (?:would|will) happen if|what if)"
    r"\s*[:,-]?\s+(?:i |we )?(?P<order>.+)",
    re.IGNORECASE,
)
"""A preview of what stands behind it on its line."""


def no_orders(_line: str) -> bool:
    """Where no game is being played, no line is an order."""
    return False


def read(
    lines: Sequence[str],
    is_order: IsOrder = no_orders,
    *,
    settings: bool = True,
    broken: Collection[tuple[str, str]] = (),
) -> Said:
    """Sort the lines of a mail. What is no command is left for the game's own vocabulary.

    `is_order`: whether the vocabulary reads a line; then it is no command ("help with all
    armies"). Without `settings`, those lines are left too. `broken`: pairs of lines that may be
    one which a mail program broke.
    """
    commands: list[Command] = []
    found: dict[str, str] = {}
    rest: list[str] = []
    orders: set[str] = set()
    kept: list[str] = []
    apart, others = press_blocks.cut_in_paragraphs(lines)
    spaced = list(_unbroken(others, broken, is_order))
    for line in _taken_apart(written(spaced), is_order):
        if is_order(line):
            orders.add(line)
        command = None if line in orders else command_in(line)
        setting = _setting(line) if settings and command is None else None
        if command:
            commands.append(command)
        elif setting:
            found.setdefault(*setting)
        else:
            rest.append(line)
        if (command is None and setting is None) or (command and command.verb in ("yes", "no")):
            kept.append(line)
    mine = set(kept)
    divided = tuple(line for line in spaced if line in mine or not written([line]))
    ordered = frozenset(orders.intersection(rest))
    return Said(tuple(commands), found, tuple(rest), ordered, tuple(kept), divided, apart)


def _unbroken(
    lines: Iterable[str], broken: Collection[tuple[str, str]], is_order: IsOrder
) -> Iterator[str]:
    """The lines, with a sentence that a mail program broke as one of them. Two orders or commands,
    one below the other, are a list and stay two lines."""
    whole: list[str] = []
    for line in lines:
        goes_on = bool(whole) and (whole[-1], line) in broken
        listed = (
            goes_on and len(whole) == 1 and all(_means(one, is_order) for one in (*whole, line))
        )
        if whole and (listed or not goes_on):
            yield from _sentence(whole)
            whole = []
        whole.append(line)
    yield from _sentence(whole)


def _sentence(whole: Sequence[str]) -> Iterable[str]:
    return sentences(" ".join(whole)) if len(whole) > 1 else whole


def _means(line: str, is_order: IsOrder) -> bool:
    return is_order(line) or command_in(line) is not None


def _taken_apart(lines: Iterable[str], is_order: IsOrder) -> Iterator[str]:
    """The lines with words in them; `preview: attack France in India` is two."""
    for line in filter(str.strip, lines):
        found = None if is_order(line) or command_in(line) else _PREVIEWED.fullmatch(line.strip())
        if found:
            yield "preview"
            yield found["order"].rstrip("?")
        else:
            yield line


def of_letter(
    message: InboundMail, is_order: IsOrder = no_orders, *, settings: bool = True
) -> Said:
    """What a letter says. Some write `join soe1` as the subject, and little or nothing below."""
    said = read(message.prose, is_order, settings=settings, broken=message.broken)
    subject = command_in(_ANSWERED.sub("", message.subject))
    if subject and subject.verb == "preview":
        return replace(said, commands=(subject, *said.commands))
    if subject and not said.commands and subject.verb not in ("yes", "no"):
        return replace(said, commands=(subject,))
    return said


def command_in(line: str) -> Command | None:
    """The command that a line is; None: it is none."""
    text = line.strip().rstrip(".!").strip()
    if not text or len(text) > LONGEST:
        return None
    for verb, pattern in _LINES.items():
        if found := pattern.fullmatch(text):
            said = {key: value for key, value in found.groupdict().items() if value}
            return Command(verb, text, **said)
    return Command("prefer", text) if wish_in(text) else None


def _setting(line: str) -> tuple[str, str] | None:
    text = line.strip()
    for name, pattern in _SETTINGS.items():
        if found := pattern.fullmatch(text):
            return name, found["value"].strip()
    return None
