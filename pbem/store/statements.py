"""Rows that nobody needs as objects: read, added and removed by statements that are made once.

What a transaction changes is an object of its session. A record's lines, events, orders kept and
mails to be sent are only read, added or removed, many with each mail, and as rows they cost a
fraction. What goes to such a table as a row is never added to the session as an object: reading
rows writes nothing out that a session still holds back.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any, TypeVarTuple

from sqlalchemy import CursorResult, Insert, insert
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.selectable import TypedReturnsRows
from sqlmodel import Session, SQLModel

Columns = TypeVarTuple("Columns")


def read(
    db: Session, statement: TypedReturnsRows[*Columns], **values: Any
) -> CursorResult[*Columns]:
    """Read the rows of a statement whose parameters have these values."""
    return db.connection().execute(statement, values)


def in_game(
    db: Session,
    all_: TypedReturnsRows[*Columns],
    of_one: TypedReturnsRows[*Columns],
    game: int | None,
    **values: Any,
) -> CursorResult[*Columns]:
    """Read the rows of all games, or by the other statement those of the one of this number."""
    if game is None:
        return read(db, all_, **values)
    return read(db, of_one, game=game, **values)


def run(db: Session, statement: Executable, **values: Any) -> int:
    """Remove or change rows; how many there were."""
    return db.connection().execute(statement, values).rowcount


def add(db: Session, table: type[SQLModel], rows: Sequence[dict[str, Any]]) -> None:
    """Add rows, in this order; each names all columns that have no null."""
    if rows:
        db.connection().execute(_into(table), rows)


def add_new(db: Session, table: type[SQLModel], **row: Any) -> bool:
    """Add a row unless one with its key is there or added by somebody just now; whether it was."""
    connection = db.connection()
    new = _inserting(connection.dialect.name)(table).values(row).on_conflict_do_nothing()
    return connection.execute(new).rowcount == 1


@cache
def _inserting(dialect: str) -> Callable[[type[SQLModel]], Any]:
    """The insert statement that knows conflicts; that of the other database takes 50 ms to load."""
    made: Callable[[type[SQLModel]], Any] = import_module(f"sqlalchemy.dialects.{dialect}").insert
    return made


@cache
def _into(table: type[SQLModel]) -> Insert:
    return insert(table)
