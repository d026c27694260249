"""Reads, adds and removes rows without making objects of them, by statements that are built once.

Rows that a transaction changes are objects of its session. A record's lines, events, stored orders
and mails to be sent are only read, added or removed, many with each mail, and cost a fraction as
plain rows. Never add an object to the session for a table written this way: reading rows does not
flush what a session still holds back.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, TypeVar, TypeVarTuple

from sqlalchemy import Connection, Insert, Result, insert
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.selectable import TypedReturnsRows
from sqlmodel import Session, SQLModel
from sqlmodel.sql.expression import SelectOfScalar

from pbem.store.prepared import Values, prepared
from pbem.store.row_session import apart, known

Columns = TypeVarTuple("Columns")
Row = TypeVar("Row", bound=SQLModel)


def connection_of(db: Session) -> Connection:
    """Return the connection of a transaction; asked anew, the session takes as long to find it as
    SQLite to answer."""
    known: Connection | None = db.info.get("connection")
    if known is None or known.closed:
        known = db.info["connection"] = db.connection()
    return known


def read(db: Session, statement: TypedReturnsRows[*Columns], **values: Any) -> Result[*Columns]:
    """Read the rows of a statement whose parameters have these values."""
    connection = connection_of(db)
    if ready := prepared(statement, connection.dialect):
        return ready.read(connection, values)
    return connection.execute(statement, values)


def objects(
    db: Session, table: type[Row], statement: SelectOfScalar[Row], **values: Any
) -> list[Row]:
    """Read rows of a table as objects, as the session would."""
    if _may_have_new(db, table):
        db.flush()
    return [known(db, table, row) for row in _named(db, statement, values)]


def _named(db: Session, statement: Executable, values: Values) -> list[dict[str, Any]]:
    """Read rows, each with its columns' names."""
    connection = connection_of(db)
    ready = prepared(statement, connection.dialect)
    assert ready
    return ready.named(connection, values)


def first(
    db: Session, table: type[Row], statement: SelectOfScalar[Row], **values: Any
) -> Row | None:
    """Read the first of such objects, if there is one."""
    return next(iter(objects(db, table, statement, **values)), None)


def one_apart(db: Session, table: type[Row], statement: SelectOfScalar[Row], **values: Any) -> Row:
    """Read one row as an object of no session: what is changed of it is not written."""
    (row,) = _named(db, statement, values)
    return apart(table, row)


def has_none(
    db: Session, table: type[SQLModel], statement: TypedReturnsRows[*Columns], **values: Any
) -> bool:
    """Tell whether a statement finds no row of a table, not even one that the session has not
    written out yet."""
    if _may_have_new(db, table):
        return False
    return read(db, statement, **values).first() is None


def _may_have_new(db: Session, table: type[SQLModel]) -> bool:
    return any(isinstance(row, table) for row in (*db.new, *db.dirty))


def in_game(
    db: Session,
    all_: TypedReturnsRows[*Columns],
    of_one: TypedReturnsRows[*Columns],
    game: int | None,
    **values: Any,
) -> Result[*Columns]:
    """Read the rows of all games, or by the other statement those of the one of this number."""
    if game is None:
        return read(db, all_, **values)
    return read(db, of_one, game=game, **values)


def run(db: Session, statement: Executable, **values: Any) -> int:
    """Remove or change rows; how many there were."""
    connection = connection_of(db)
    if ready := prepared(statement, connection.dialect):
        return ready.run(connection, values)
    return connection.execute(statement, values).rowcount


def add(db: Session, table: type[SQLModel], rows: Sequence[dict[str, Any]]) -> None:
    """Add rows, in this order; each has to give all columns that are not nullable."""
    if rows:
        connection = connection_of(db)
        ready = prepared(_into(table), connection.dialect, tuple(rows[0]))
        assert ready
        ready.run_each(connection, rows)


def add_new(db: Session, table: type[SQLModel], **row: Any) -> bool:
    """Add a row unless one with its key exists or was just added by somebody; return whether it
    was."""
    connection = connection_of(db)
    ready = prepared(unless_there(table, connection.dialect.name), connection.dialect, tuple(row))
    assert ready
    return ready.run(connection, row) == 1


@cache
def _into(table: type[SQLModel]) -> Insert:
    return insert(table)


@cache
def unless_there(table: type[SQLModel], dialect: str) -> Insert:
    """Return the statement that adds a row unless one with its key exists. It is the database's
    own: that of the other one takes 50 ms to load."""
    made: Any = import_module(f"sqlalchemy.dialects.{dialect}").insert(table)
    insert_new: Insert = made.on_conflict_do_nothing()
    return insert_new
