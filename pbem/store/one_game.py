"""Exports one game with all its rows to a SQLite file, from either kind of database, and imports it
into either, among other games."""

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Table, func, insert, or_, select
from sqlmodel import Session as Db

from pbem.store import tables as t
from pbem.store.connecting import StoreError
from pbem.store.database import open_store

CHUNK = 50
"""How many rows are held in memory at a time."""
SQLITE = b"SQLite format 3\0"
"""How a file of SQLite begins."""
NOT_EXPORTED = "{} is no file that `pbem export` has written"
OF_A_MODERATOR = (
    *("answered", "bouncing", "clearance", "routing", "safety_stop", "sending_rate", "told_host"),
)
"""Tables in which nothing belongs to one game."""
OF_A_FORUM = ("forum_thread", "forum_posting", "forum_post", "forum_member", "forum_seal")
"""Tables that are not exported: another moderator writes to another forum."""

TABLES: Mapping[str, Table] = {
    table.name: table
    for table in t.metadata.sorted_tables
    if table.name not in (*OF_A_MODERATOR, *OF_A_FORUM)
}
"""The tables with a game's rows, parents before their children."""
Numbers = Mapping[str, Mapping[int, int]]
"""The number that a row gets here, by its table and its number in the file."""
Row = dict[str, Any]


def copy_out(db: Db, game: int, file: Path) -> None:
    """Write a game's rows, as this transaction sees them, into a new database in `file`, which only
    its owner can read."""
    db.flush()
    copy = open_store(f"sqlite:///{file}", upgrade=True)
    try:
        with copy.transaction() as target:
            for table in TABLES.values():
                for rows in _chunks(db.connection(), _rows(table, game)):
                    target.connection().execute(insert(table), rows)
    finally:
        copy.close()


@contextmanager
def reading(file: Path) -> Iterator[tuple[Db, t.Game]]:
    """Open such a file; yield its rows and the game. An older version is upgraded in a copy, and
    the file stays as it is. Raises StoreError if it does not hold exactly one game."""
    with file.open("rb") as opened:
        if opened.read(len(SQLITE)) != SQLITE:
            raise StoreError(NOT_EXPORTED.format(file))
    with tempfile.TemporaryDirectory(prefix="pbem-import-") as folder:
        copied = Path(folder) / "game.sqlite"
        copied.touch(0o600)
        shutil.copyfile(file, copied)
        try:
            store = open_store(f"sqlite:///{copied}", upgrade=True)
        except StoreError as error:
            raise StoreError(str(error).replace(str(copied), str(file))) from None
        try:
            with store.reading() as db:
                games = db.scalars(select(t.Game).limit(2)).all()
                if len(games) != 1:
                    raise StoreError(NOT_EXPORTED.format(file))
                yield db, games[0]
        finally:
            store.close()


def copy_in(source: Db, db: Db, game: t.Game, name: str) -> int:
    """Add the game in a file to the games here, under this name; return its number here.

    All rows get new numbers, in the same order. Rows of people already known here stay as they are.
    """
    there, here = source.connection(), db.connection()
    numbers: dict[str, Mapping[int, int]] = {}
    for table in TABLES.values():
        if "id" in table.c:
            numbers[table.name] = _numbers(there, here, table, numbers, game.id)
    known = {
        "person": set(numbers["person"].values()) & _all(here, TABLES["person"].c.id),
        "game_data": _all(here, TABLES["game_data"].c.hash),
    }
    fixed = {"game": {"name": name}}
    for table in TABLES.values():
        key = table.primary_key.columns[0].name
        for chunk in _chunks(there, _rows(table, game.id)):
            rows = [_renumbered(table, row, numbers, game) | fixed.get(table.name, {})
                    for row in chunk]  # fmt: skip
            if new := [row for row in rows if row[key] not in known.get(table.name, ())]:
                here.execute(insert(table), new)
    return numbers["game"][game.id]


def _rows(table: Table, game: int) -> Select[Any]:
    return select(table).where(_belongs(table, game)).order_by(*table.primary_key.columns)


def _belongs(table: Table, game: int) -> ColumnElement[bool]:
    """Return the condition for a row to belong to a game."""
    c = table.c
    if table.name == "game":
        return c.id == game
    if table.name == "game_data":
        snapshots = select(TABLES["snapshot"].c.data_hash).where(
            TABLES["snapshot"].c.game_id == game
        )
        now = select(TABLES["game"].c.data_hash).where(TABLES["game"].c.id == game)
        return or_(c.hash.in_(snapshots), c.hash.in_(now))
    if table.name == "person":
        return _takes_part(c, game)
    if "game_id" in c:
        return c.game_id == game
    seats = TABLES["seat"]
    return c.seat_id.in_(select(seats.c.id).where(seats.c.game_id == game))


def _takes_part(person: Any, game: int) -> ColumnElement[bool]:
    """Return the condition for a person to have, have had or want a place in a game, or to follow
    it."""
    named = [
        person.address.in_(select(table.c.address).where(table.c.game_id == game))
        for table in (TABLES["seat"], TABLES["entrant"], TABLES["subscriber"])
    ]
    numbered = [
        person.id.in_(select(table.c.person_id).where(table.c.game_id == game))
        for table in (TABLES["seat"], TABLES["window"])
    ]
    return or_(*named, *numbered)


def _chunks(connection: Connection, rows: Select[Any]) -> Iterator[Sequence[Row]]:
    result = connection.execute(rows.execution_options(yield_per=CHUNK))
    for chunk in result.mappings().partitions():
        yield [dict(row) for row in chunk]


def _numbers(
    there: Connection, here: Connection, table: Table, numbers: Numbers, game: int
) -> Mapping[int, int]:
    """Return the numbers that the rows of a table get here."""
    if parents := table.c.id.foreign_keys:  # a seat has the number of its entrant
        return numbers[next(iter(parents)).column.table.name]
    found = list(there.scalars(_rows(table, game).with_only_columns(table.c.id)))
    if table.name != "person":
        return dict(zip(found, _free(here, table, len(found)), strict=True))
    address = {row.address: row.id for row in here.execute(select(table.c.address, table.c.id))}
    people = {row.id: row.address for row in there.execute(select(table.c.id, table.c.address))}
    new = [number for number in found if people[number] not in address]
    fresh = dict(zip(new, _free(here, table, len(new)), strict=True))
    return {number: fresh.get(number) or address[people[number]] for number in found}


def _free(here: Connection, table: Table, count: int) -> list[int]:
    """Return this many numbers that no row of a table has or will get, in ascending order."""
    if here.dialect.name == "sqlite":  # nobody else writes meanwhile
        highest = here.scalar(select(func.max(table.c.id))) or 0
        return list(range(highest + 1, highest + 1 + count))
    sequence = func.pg_get_serial_sequence(table.name, "id")
    taken = select(func.nextval(sequence)).select_from(func.generate_series(1, count))
    return sorted(here.scalars(taken))


def _renumbered(table: Table, row: Row, numbers: Numbers, game: t.Game) -> Row:
    """Return a row with the values it has to have here."""
    new = dict(row)
    if table.name in numbers:
        new["id"] = numbers[table.name][row["id"]]
    for key in table.foreign_keys:
        name, old = key.parent.name, row[key.parent.name]
        new[name] = numbers[key.column.table.name].get(old) if old is not None else None
    if "told" in row:
        before = (here for there, here in numbers["event"].items() if there <= row["told"])
        new["told"] = max(before, default=0)
    if table.name == "inbound_mail":
        new["source"] = f"{row['source']} {game.commitment[:12]}"
    if table.name == "outgoing":
        new |= {"claimed_by": None, "claimed_until": None}
    return new


def _all(here: Connection, column: Any) -> set[Any]:
    return set(here.scalars(select(column)))
