"""Mails with what players write."""

from typing import ClassVar

from pbem.reports.mail_parts import DiaryTold, PressTold, SpokenTold
from pbem.reports.mails.base import GameMail


class PressMail(GameMail, kw_only=True):
    """What somebody writes to others."""

    kind = "press"
    press: PressTold
    is_answer: bool = False
    may_be_forged: bool = False
    """Whether press may bear another player's name in this game."""
    format: str = ""
    """The format, as in reports."""


class PressReceiptMail(GameMail, kw_only=True):
    """What became of press and diary entries; `released`: held until now because the writer was
    late."""

    kind = "press_receipt"
    spoken: list[SpokenTold]
    released: bool = False


class UnsentMail(GameMail, kw_only=True):
    """An answer to press that does not say who is to get it. `by` wrote that press; `others`:
    whether it also went to others."""

    kind = "unsent"
    text: list[str]
    by: str
    others: bool


class DiaryMail(GameMail, kw_only=True):
    """A player's own diary."""

    kind = "diary"
    needs: ClassVar[str] = "seat"
    entries: list[DiaryTold]
