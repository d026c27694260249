"""Mails that ask for a yes, or say why something was not done."""

from typing import ClassVar

from pbem.reports.mail_parts import DeniedLine, Said, TextTold
from pbem.reports.mails.base import GameMail, Mail, PlayMail


class YesMail(PlayMail):
    """Lines that are applied by a yes."""

    conflict: bool = False
    """Whether the mail says two things."""
    texts: list[TextTold] = []
    text: str = ""
    """What the mail said, where no line of it can be applied."""


class AskMail(YesMail):
    """Orders without a tag; or several mails (so many) whose yes is meant, or remarks that leave
    it open whether the orders are meant (`doubts`); or several `ways` to understand them, each with
    its lines, of which a number picks one."""

    kind = "ask"
    doubts: list[Said] = []
    several: int = 0
    ways: list[list[str]] = []


class StaleMail(YesMail):
    """Orders for a window that is over."""

    kind = "stale"
    needs: ClassVar[str] = "seat"
    window: int | None = None


class ElsewhereMail(YesMail):
    """A mail from another address."""

    kind = "elsewhere"


class DoubtedMail(YesMail):
    """A mail that the own server does not believe."""

    kind = "doubted"


class UnknownMail(YesMail):
    """An answer to a mail that is not known."""

    kind = "unknown"


class DeniedMail(GameMail, kw_only=True):
    """What a player asked for and cannot have."""

    kind = "denied"
    denied: list[DeniedLine]
    host: bool = False
    """Whether he is the host."""


class UnreadableMail(Mail, kw_only=True):
    """A mail that could not be used."""

    kind = "unreadable"
    reason: Said
    subject: str = ""
