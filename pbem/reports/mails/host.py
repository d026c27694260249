"""Mails to the host."""

from typing import Literal

from pbem.reports.mail_parts import ActTold, Said, TextTold
from pbem.reports.mails.base import Mail, PlayMail

Doubt = Literal["untagged", "elsewhere", "doubted", "unknown", "ends"]
"""Why the host is asked: it is uncertain who sent a mail, or it ends the game for good."""


class HostMail(Mail, kw_only=True):
    """Something that the host must look at."""

    kind = "host"
    subject: Said
    lines: list[Said]


class HostAskMail(PlayMail, kw_only=True):
    """Commands that are carried out after the host's yes."""

    kind = "host_ask"
    why: Doubt
    texts: list[TextTold] = []
    not_commands: list[str] = []
    guessed: str | None = None
    """The subject of the mail, if it names no game, so that the game is a guess."""
    ends: bool = False
    """Whether a yes ends the game."""


class HostReceiptMail(PlayMail, kw_only=True):
    """What became of the host's commands, and what the host can do."""

    kind = "host_receipt"
    acts: list[ActTold]
    forms: list[str]
    changes: list[str]
    state: str
    undoable: list[tuple[int, str]] = []
    not_commands: list[str] = []
    asks: bool = False
    """Whether the host asks how the game stands."""
    several: bool = False
    """Whether the host's yes may be for several mails."""
    declined: bool = False
    """Whether the host has said no to what was shown."""
    guessed: str | None = None
    """The subject of the mail, if it names no game, so that the game is a guess."""
