"""Mails that ask for a yes, or say why something was not done."""

from typing import ClassVar

from pbem.reports.mail_parts import DeniedLine, Said, TextTold
from pbem.reports.mails.base import GameMail, Mail, PlayMail


class YesMail(PlayMail):
    """Lines that take effect after a yes."""

    conflict: bool = False
    """Whether the mail contradicts itself."""
    texts: list[TextTold] = []
    text: str = ""
    """What the mail said, if no line of it can be used."""


class AskMail(YesMail):
    """Asks for a yes to orders that came without a tag.

    Or asks which of `several` mails (how many) a yes is for; or whether orders are meant, if
    remarks (`doubts`) leave that open; or which of several `ways` to understand them is right: each
    is given as its lines and chosen by number, and a yes means the first if that is the
    `favourite`.
    """

    kind = "ask"
    doubts: list[Said] = []
    several: int = 0
    ways: list[list[str]] = []
    favourite: bool = False

    @property
    def is_ruled_out(self) -> bool:
        """Whether nothing of what was read with doubts could be played, as its first line
        cannot."""
        first = self.told.lines[0].status if self.told.lines else ""
        besides = self.ways or self.texts or self.conflict or self.several
        return bool(self.doubts) and not besides and first in ("impossible", "refused")


class StaleMail(YesMail):
    """Orders for a window that has closed."""

    kind = "stale"
    needs: ClassVar[str] = "seat"
    window: int | None = None


class ElsewhereMail(YesMail):
    """A mail from another address."""

    kind = "elsewhere"


class DoubtedMail(YesMail):
    """A mail that our own server thinks may be forged."""

    kind = "doubted"


class UnknownMail(YesMail):
    """An answer to an unknown mail."""

    kind = "unknown"


class DeniedMail(GameMail, kw_only=True):
    """What a player asked for and cannot have."""

    kind = "denied"
    denied: list[DeniedLine]
    host: bool = False
    """Whether the reader is the host."""


class UnreadableMail(Mail, kw_only=True):
    """A mail that could not be used."""

    kind = "unreadable"
    reason: Said
    subject: str = ""
