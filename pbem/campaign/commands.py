"""What a mail asks of the moderator himself, apart from orders: join, leave, help, status ..."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_PATTERNS = {
    "join": r"join(?: (?:the )?game)? (?P<game>[\w-]+)(?: (?:as|with) (?P<seat>.+))?",
    "leave": r"leave (?:(?:the )?game )?(?P<game>[\w-]+)",
    "help": r"help(?: (?:on |with |me)?(?P<topic>.+))?",
    "status": r"status(?: (?P<game>[\w-]+))?",
    "orders?": r"orders\s*\?",
    "clear": r"clear(?: (?:my |the )?(?:queue|orders))?",
    "resend": r"(?:please )?resend(?: (?:the )?(?:last )?report)?",
    "yes": r"(?:yes|y|ja|oui|si|ok|okay|confirm|confirmed)",
    "no": r"(?:no|n|nein|non)",
}
_COMMANDS = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _PATTERNS.items()}
_SETTINGS = {
    "name": re.compile(r"(?:shown )?name\s*[:=]\s*(?P<value>.{1,60})", re.IGNORECASE),
    "dice": re.compile(r"dice(?: words?)?\s*[:=]\s*(?P<value>.{1,200})", re.IGNORECASE),
}
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


@dataclass(frozen=True)
class Said:
    """A mail's lines, sorted: commands, settings (name, dice), and the rest, which are orders."""

    commands: tuple[Command, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)
    rest: tuple[str, ...] = ()

    def asks(self, verb: str) -> Command | None:
        """The first command with this verb."""
        return next((command for command in self.commands if command.verb == verb), None)


def read(lines: Sequence[str]) -> Said:
    """Sort the lines of a mail. What is no command is left for the game's own vocabulary."""
    commands: list[Command] = []
    settings: dict[str, str] = {}
    rest: list[str] = []
    for line in lines:
        if command := _command(line):
            commands.append(command)
        elif setting := _setting(line):
            settings.setdefault(*setting)
        elif line.strip():
            rest.append(line)
    return Said(tuple(commands), settings, tuple(rest))


def _command(line: str) -> Command | None:
    text = line.strip().rstrip(".!").strip()
    if not text or len(text) > LONGEST:
        return None
    for verb, pattern in _COMMANDS.items():
        if found := pattern.fullmatch(text):
            said = {key: value for key, value in found.groupdict().items() if value}
            return Command(verb, text, **said)
    return None


def _setting(line: str) -> tuple[str, str] | None:
    text = line.strip()
    for name, pattern in _SETTINGS.items():
        if found := pattern.fullmatch(text):
            return name, found["value"].strip()
    return None
