"""Counts votes: what a proposal needs to pass, and how open votes stand."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, select
from sqlmodel.sql.expression import Select

from pbem.reports.mail_parts import OpenVote
from pbem.settings.attendance_policy import Matter
from pbem.store import statements
from pbem.store import tables as t

Result = Literal["passed", "failed", ""]


class Rule(NamedTuple):
    """What a proposal needs to pass.

    `everybody`: all who vote must agree; otherwise more than half of them must, without the seat
    that proposed it or the one concerned. `secret`: who voted how is told only when the vote is
    closed.
    """

    everybody: bool = False
    without: Literal["", "proposer", "concerned"] = ""
    least: int = 1
    """How many voters there must be."""
    secret: bool = False


RULES: Mapping[Matter, Rule] = {
    "draw": Rule(everybody=True, secret=True),
    "end": Rule(everybody=True, secret=True),
    "extend": Rule(without="proposer"),
    "replace": Rule(without="concerned", least=2),
}
GONE = ("missed",)
"""Reasons for a stand-in by which votes do not wait for the player either."""

_OPEN = (
    select(t.Vote)
    .where(col(t.Vote.game_id) == bindparam("game"), col(t.Vote.state) == "open")
    .order_by(col(t.Vote.number))  # by id, SQLite would look at the open votes of all games
)
_IS_DUE = (
    col(t.Game.status) == "running",
    col(t.Game.stopped).is_(None),
    col(t.Vote.state) == "open",
    col(t.Vote.due) <= bindparam("now"),
)
_DUE: Select[int, datetime] = (
    select(t.Vote.id, t.Vote.due)
    .join(t.Game, col(t.Vote.game_id) == col(t.Game.id))
    .where(*_IS_DUE)
    .order_by(col(t.Vote.due), col(t.Vote.id))
    .limit(bindparam("most"))
)
_DUE_IN = _DUE.where(col(t.Vote.game_id) == bindparam("game"))
_GAMES = (
    select(t.Vote.game_id)
    .join(t.Game, col(t.Vote.game_id) == col(t.Game.id))
    .where(*_IS_DUE)
    .distinct()
)


def voters(row: t.Vote, seats: Iterable[t.Seat]) -> set[str]:
    """Find the seats whose votes count.

    These are the seats played by people who are not missing (or have voted anyway), without the
    seat that the rule leaves out.
    """
    cast = ballots(row)
    return {
        seat.key
        for seat in seats
        if not seat.bot and (seat.stand_in_why not in GONE or seat.key in cast)
    } - {left_out(row)}


def left_out(row: t.Vote) -> str:
    """Return the seat that has no vote on this proposal, if there is one."""
    out = {"": "", "proposer": row.seat, "concerned": row.what}
    return out[RULES[matter(row)].without]


def outcome(rule: Rule, cast: Mapping[str, bool], counted: Collection[str]) -> Result:
    """Decide from the votes that count; empty while the vote is still open."""
    yes = sum(cast.get(seat, False) for seat in counted)
    no = sum(not cast.get(seat, True) for seat in counted)
    needed = len(counted) if rule.everybody else len(counted) // 2 + 1
    if yes >= needed and counted:
        return "passed"
    return "failed" if len(counted) - no < needed else ""


def matter(row: t.Vote) -> Matter:
    """Describe what a vote is about."""
    return next(one for one in RULES if one == row.kind)


def ballots(row: t.Vote) -> dict[str, bool]:
    """Return each seat's vote."""
    cast: dict[str, bool] = json.loads(row.ballots)
    return cast


def put(row: t.Vote, seat: str, ballot: bool | None) -> None:
    """Store a seat's vote, or with None remove it."""
    cast = {key: value for key, value in ballots(row).items() if key != seat}
    row.ballots = json.dumps(cast if ballot is None else {**cast, seat: ballot})


def forget(db: Db, game: t.Game, seat: str) -> None:
    """Delete the votes of a seat's former player."""
    for row in of_game(db, game):
        put(row, seat, None)


def of_game(db: Db, game: t.Game) -> list[t.Vote]:
    """Find the votes of a game that are open."""
    return statements.objects(db, t.Vote, _OPEN, game=game.id)


def earliest(
    db: Db, now: datetime, leave: Collection[int], game: int | None = None
) -> tuple[int, datetime] | None:
    """Find the vote that ends first by now, and when; None if none does. `leave`: votes to ignore;
    `game`: only in that game."""
    found = statements.in_game(db, _DUE, _DUE_IN, game, now=now, most=len(leave) + 1)
    return next(((number, due) for number, due in found if number not in leave), None)


def called(db: Db, number: int) -> str:
    """Name a vote by its game and its number there."""
    row = db.get_one(t.Vote, number)
    return f"{db.get_one(t.Game, row.game_id).name} {row.number}"


def games_due(db: Db, now: datetime) -> list[int]:
    """List the games in which a vote has ended by now."""
    return list(statements.read(db, _GAMES, now=now).scalars())


def go_on(db: Db, game: t.Game, stopped: datetime, now: datetime) -> None:
    """Move the ends of votes when the clocks run again after they had `stopped`."""
    for row in of_game(db, game):
        row.due += now - max(stopped, row.opened)


def end_all(db: Db, game: t.Game, now: datetime) -> None:
    """Close all votes of a game that is over."""
    for row in of_game(db, game):
        row.state, row.closed = "void", now


def shown(db: Db, game: t.Game, seat: str | None, *, runs: bool) -> list[OpenVote]:
    """Describe the open votes as a seat may see them; `runs`: whether the clocks run."""
    if seat is None:
        return []
    return [_shown(row, seat, runs=runs) for row in of_game(db, game)]


def _shown(row: t.Vote, seat: str, *, runs: bool) -> OpenVote:
    cast, due = ballots(row), row.due.isoformat() if runs else None
    seen = {} if RULES[matter(row)].secret else cast
    return OpenVote(**about(row), due=due, yours=cast.get(seat), ballots=seen)


def about(row: t.Vote) -> dict[str, Any]:
    """Describe what is proposed and by whom. Everybody may see this."""
    hours = {"hours": int(row.what)} if row.kind == "extend" else {}
    who = {"who": row.what} if row.kind == "replace" else {}
    return {"vote": row.number, "on": row.kind, "seat": row.seat, **hours, **who}


_ASKED = "vote yes on "


def line(row: t.Vote) -> str:
    """Return the command line that a `yes` to the mail about a vote stands for."""
    return f"{_ASKED}{row.number}"


def opposite(lines: Sequence[str]) -> str:
    """Return the command line that a `no` stands for, if the mail has shown these lines; else
    empty."""
    asked = len(lines) == 1 and lines[0].startswith(_ASKED)
    return lines[0].replace("yes", "no", 1) if asked else ""
