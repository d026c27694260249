"""What a played campaign took, as the moderator's own store has it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from sqlmodel import Session as Db
from sqlmodel import select

from pbem.store import tables as t
from tests.bench.tempo.customs import Customs

COMBAT = "combat"
BOTH = "both"


@dataclass(frozen=True)
class Window:
    """One moment at which the game waited, whomever for."""

    number: int
    kind: str
    seats: tuple[str, ...]
    missed: tuple[str, ...]
    days: float


@dataclass(frozen=True)
class Tempo:
    """What a campaign took, and that it was played and not passed."""

    windows: int
    days: float
    mails: float
    """Written by a player, on the average."""
    actions: int
    """Of all players, without those that were passed."""
    attacks: int
    missed: float
    """Questions of a hundred whose deadline went by."""


def found(
    db: Db,
    game: t.Game,
    customs: Customs,
    begun: datetime,
    ended: datetime,
    mails: Sequence[int],
) -> tuple[Tempo, list[Window]]:
    """The figures of a campaign that is over."""
    windows = list(_windows(db, game, ended))
    asked = sum(len(window.seats) for window in windows)
    missed = sum(len(window.missed) for window in windows)
    played = Counter(_actions(db, game, customs))
    return Tempo(
        len(windows),
        (ended - begun) / timedelta(days=1),
        sum(mails) / len(mails),
        sum(count for verb, count in played.items() if verb not in customs.idle),
        sum(played[verb] for verb in customs.attacks),
        100 * missed / asked,
    ), windows


def _windows(db: Db, game: t.Game, ended: datetime) -> Iterable[Window]:
    rows = db.exec(select(t.Window).where(t.Window.game_id == game.id)).all()
    by_number = sorted(rows, key=lambda row: (row.number, row.id))
    joint = [list(group) for _, group in groupby(by_number, lambda row: row.number)]
    ends = [*(group[0].opened for group in joint[1:]), ended]
    for group, end in zip(joint, ends, strict=True):
        yield Window(
            group[0].number,
            group[0].question,
            tuple(row.seat for row in group),
            tuple(row.seat for row in group if row.state == "defaulted"),
            (end - group[0].opened) / timedelta(days=1),
        )


def _actions(db: Db, game: t.Game, customs: Customs) -> Iterable[str]:
    """The verbs of all actions that still stand at the end: nobody takes back in these games."""
    for text in db.exec(select(t.Entry.body).where(t.Entry.game_id == game.id)):
        body = json.loads(text)
        if body["t"] == "choice" and body["kind"] in customs.actions:
            yield body["choice"][0]


def by_subject(
    windows: Iterable[Window], habits: Mapping[str, str], customs: Customs
) -> Counter[tuple[str, str]]:
    """How many windows there were about what, and by whose habit."""
    subject = customs.subject
    return Counter((subject.get(each.kind, COMBAT), _whose(each, habits)) for each in windows)


def _whose(window: Window, habits: Mapping[str, str]) -> str:
    waited = {habits[seat] for seat in window.seats}
    return waited.pop() if len(waited) == 1 else BOTH
