"""Compares two databases of the same games row by row, to find where they first differ."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from sqlalchemy import Table, func, select
from sqlmodel import Session as Db

from pbem.reports import times
from pbem.store.tables import metadata

Row = Mapping[str, Any]


class Compared(NamedTuple):
    """What to compare of a table: its rows in this order, named by the columns `called`,
    which `what` has a place for."""

    table: str
    what: str
    order: Sequence[str]
    called: Sequence[str]
    without: Sequence[str] = ()


OF_A_GAME = (
    Compared("entry", "line {} of the record", ["n"], ["n"]),
    Compared("snapshot", "state {}", ["n"], ["n"]),
    Compared("event", "event of line {}", ["id"], ["n"]),
    Compared(
        "outgoing",
        "mail {}",
        ["id"],
        ["message_id"],
        ["attempts", "next_try", "claimed_by", "claimed_until", "error"],
    ),
    Compared("window", "window {}", ["number", "seat"], ["number", "seat"]),
    Compared("queue_line", "order {}", ["seat", "position"], ["seat", "position"]),
    Compared("sealed_answer", "secret answer {}", ["seat"], ["seat"]),
    Compared("press", "press {}", ["id"], ["seat", "written"]),
    Compared("diary_entry", "diary entry {}", ["id"], ["seat", "written"]),
    Compared("vote", "vote {}", ["number"], ["number"]),
)
"""The tables of a game, in the order in which one follows from another."""
IN_JSON = {"payload", "body", "data", "ballots"}
"""Columns for which the place of a difference is named."""
NOT_SAID = {"moderator"}
"""Fields of a mail that differ with the version of pbem, or with the settings."""


def first_difference(stored: Db, made: Db, name: str) -> str:
    """Name the first row of a game that differs, and where in it; never its contents, which may be
    secret. Empty: there is no difference."""
    numbers = _number(stored, name), _number(made, name)
    for compared in OF_A_GAME:
        for mine, again in zip_longest(
            _rows(stored, compared, numbers[0]), _rows(made, compared, numbers[1])
        ):
            if found := _difference(compared, mine, again):
                return f"{found}{_why(compared, mine)}"
    return ""


BY_HAND = {"undo", "change", "note"}
"""Kinds of lines of a record that a host's command makes."""
BY_COMMAND = "if that was on the command line, it is in no mail, and the game differs from there on"


def _why(compared: Compared, mine: Row | None) -> str:
    """Tell where in the game a difference is, and what explains it, if anything does."""
    if mine is None:
        return ""
    if compared.table == "entry":
        body = json.loads(mine["body"])
        if body.get("t") in BY_HAND or body.get("source") == "host":
            what = body.get("what") or body["t"]
            return f": the host has done this ({what}); {BY_COMMAND}"
    if compared.table == "outgoing":
        payload = json.loads(mine["payload"] or "{}")
        line = (payload.get("position") or {}).get("line") or {}
        where = f", at line {line['n']} of the record" if line else ""
        return f" (written {times.short(mine['created'].isoformat())}{where})"
    return ""


def mails_not_kept(db: Db, name: str) -> int:
    """Count the game's mails that have been emptied, so that it cannot be rebuilt."""
    mails = metadata.tables["inbound_mail"].c
    game = _number(db, name)
    empty = select(func.count()).where(mails.game_id == game, mails.raw == b"")
    number: int = db.scalars(empty).one()
    return number


def counted(db: Db, name: str) -> tuple[int, int, int]:
    """Count lines of the record, states and mails of a game."""
    number = _number(db, name)
    tables = (metadata.tables[each] for each in ("entry", "snapshot", "outgoing"))
    lines, states, mails = (
        db.scalars(select(func.count()).where(table.c.game_id == number)).one() for table in tables
    )
    return lines, states, mails


def _number(db: Db, name: str) -> int:
    game = metadata.tables["game"]
    number: int = db.scalars(select(game.c.id).where(game.c.name == name)).one()
    return number


def _rows(db: Db, compared: Compared, game: int) -> Iterator[Row]:
    table = metadata.tables[compared.table]
    rows = select(table).where(table.c.game_id == game)
    ordered = rows.order_by(*(table.c[name] for name in compared.order))
    result = db.connection().execute(ordered.execution_options(yield_per=50))
    yield from map(dict, result.mappings())


def _difference(compared: Compared, mine: Row | None, again: Row | None) -> str:
    row = mine or again or {}
    told = compared.what.format(" ".join(str(row[name]) for name in compared.called))
    if mine is None:
        return f"{told} is missing here: it is made from the mails"
    if again is None:
        return f"{told} is not made from the mails"
    table = metadata.tables[compared.table]
    for name in _columns(table, compared):
        if place := _place(name, mine[name], again[name]):
            return f"{told} differs in {place}"
    return ""


def _columns(table: Table, compared: Compared) -> Iterator[str]:
    """Yield the columns to compare; numbers of rows may differ, including the game's."""
    for column in table.c:
        number = column.name == "id" or column.foreign_keys
        if not number and column.name not in compared.without:
            yield column.name


def _place(column: str, mine: Any, again: Any) -> str:
    """Say where two values differ; empty: nowhere."""
    if mine == again or (column == "payload" and mine == ""):  # no longer kept
        return ""
    if column not in IN_JSON or not (isinstance(mine, str) and isinstance(again, str)):
        return column
    one, other = json.loads(mine), json.loads(again)
    if isinstance(one, dict) and isinstance(other, dict) and column == "payload":
        one, other = _said(one), _said(other)
    if one == other:
        return "" if column == "payload" else column
    return ".".join([column, *_path(one, other)])


def _said(mail: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in mail.items() if key not in NOT_SAID}


def _path(one: Any, other: Any) -> Iterator[str]:
    """Yield the keys that lead to the first difference between two values."""
    if isinstance(one, dict) and isinstance(other, dict):
        key = next(key for key in {**one, **other} if one.get(key) != other.get(key))
        yield key
        yield from _path(one.get(key), other.get(key))
    elif isinstance(one, list) and isinstance(other, list):
        pairs = enumerate(zip_longest(one, other))
        number, (left, right) = next(pair for pair in pairs if pair[1][0] != pair[1][1])
        yield str(number)
        yield from _path(left, right)
