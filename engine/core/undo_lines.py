"""Undo lines in a record; whoever holds a session must restore it afterwards."""

from engine.core.decision import Refused, Seat, refuse
from engine.core.dice import Dice
from engine.core.record import Body, Record

UNDOABLE = ("choice", "anytime", "change")
"""The kinds of lines that can be taken back."""


def take_back(
    record: Record,
    dice: Dice,
    n: int,
    because: str,
    *,
    epoch: int | None = None,
    by: Seat | None = None,
) -> None:
    """Enter an undo of line n; the caller must restore its session. Raises Refused."""
    body: Body = record.line(n).body if 0 <= n < len(record) else {"t": "missing"}
    if body["t"] not in UNDOABLE or not record.stands(n):
        raise Refused(refuse("refusal.line_does_not_stand", line=n))
    undo: Body = {"t": "undo", "back": n - 1 - body.get("part", 0), "because": because}
    if epoch is not None:
        undo["epoch"] = epoch
    if by is not None:
        undo["by"] = by
    record.append(dice.hash("salt", len(record)), undo)


def restart(record: Record, dice: Dice, because: str) -> None:
    """Enter an undo of everything played in this segment; the caller must restore its session."""
    at, _ = record.standing()
    undo: Body = {"t": "undo", "back": at, "because": because}
    record.append(dice.hash("salt", len(record)), undo)
