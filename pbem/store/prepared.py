"""Statements made once and handed to the driver as they are: SQLAlchemy's own way of executing one
takes fifty times as long as SQLite does.

SQLAlchemy words a statement for its database, and converts values on their way in and out; it is
not asked again for each execution.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Self

from sqlalchemy import Connection, Dialect
from sqlalchemy.engine import IteratorResult, Result
from sqlalchemy.engine.result import SimpleResultMetaData
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

MOST = 500
"""Statements that are remembered: more than the program has."""
Values = Mapping[str, Any]
Convert = Callable[[Any], Any] | None


class Given(NamedTuple):
    """A parameter in a statement: what it is called there, the name under which its value is given,
    and the value that it has if none is given."""

    called: str
    name: str
    required: bool
    value: Any
    convert: Convert


class Prepared(NamedTuple):
    """A statement in the words of a database, with its parameters and what it returns."""

    sql: str
    given: Sequence[Given]
    by_place: bool
    """Whether parameters are told apart by their places instead of their names."""
    names: Sequence[str]
    columns: SimpleResultMetaData
    converts: Sequence[Convert]
    """What is done to each column; empty: nothing to any."""

    def parameters(self, values: Values) -> Sequence[Any] | Values:
        """Return the parameters for these values, as the driver wants them."""
        found = [_converted(it.convert, values[it.name])
                 if it.required or it.name in values else it.value
                 for it in self.given]  # fmt: skip
        if self.by_place:
            return found
        return dict(zip((it.called for it in self.given), found, strict=True))

    def run(self, connection: Connection, values: Values) -> int:
        """Execute it; how many rows it was about."""
        count: int = sent(connection, self.sql, self.parameters(values)).rowcount
        return count

    def run_each(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Execute it with each of these rows."""
        sent(connection, self.sql, [self.parameters(row) for row in rows], each=True)

    def rows(self, connection: Connection, values: Values) -> list[tuple[Any, ...]]:
        """Execute it; the rows that it returns, as they are."""
        rows: list[tuple[Any, ...]] = sent(connection, self.sql, self.parameters(values)).fetchall()
        if self.converts:
            return [tuple(map(_converted, self.converts, row)) for row in rows]
        return rows

    def named(self, connection: Connection, values: Values) -> list[dict[str, Any]]:
        """Execute it; the rows that it returns, each with its columns' names."""
        return [dict(zip(self.names, row, strict=True)) for row in self.rows(connection, values)]

    def read(self, connection: Connection, values: Values) -> Result[Any]:
        """Execute it; the rows that it returns."""
        return IteratorResult(self.columns, iter(self.rows(connection, values)))


def sent(connection: Connection, sql: str, parameters: Any = (), *, each: bool = False) -> Any:
    """Send a statement through the driver; its cursor. Raises DBAPIError, as SQLAlchemy does."""
    dialect, driver = connection.dialect, connection.connection.dbapi_connection
    assert driver
    cursor = driver.cursor()
    try:
        (cursor.executemany if each else cursor.execute)(sql, parameters)
    except dialect.loaded_dbapi.Error as problem:
        lost = dialect.is_disconnect(problem, connection.connection, None)
        if lost:
            connection.invalidate(problem)
        raise DBAPIError.instance(
            sql,
            None,
            problem,
            dialect.loaded_dbapi.Error,
            hide_parameters=True,
            connection_invalidated=lost,
            dialect=dialect,
        ) from problem
    return cursor


def prepared(
    statement: Executable, dialect: Dialect, columns: tuple[str, ...] | None = None
) -> Prepared | None:
    """Prepare a statement, if it was not yet. `columns`: those that rows are added with. None: its
    words depend on its values, as with `in_`."""
    return _prepared(statement, _Name(dialect), columns)


class _Name(str):
    """The name of a dialect, which has the dialect with it."""

    dialect: Dialect

    def __new__(cls, dialect: Dialect) -> Self:
        name = super().__new__(cls, dialect.name)
        name.dialect = dialect
        return name


@lru_cache(MOST)
def _prepared(
    statement: Executable, name: _Name, columns: tuple[str, ...] | None
) -> Prepared | None:
    dialect = name.dialect
    assert isinstance(statement, ClauseElement)
    made = statement.compile(dialect=dialect, column_keys=columns, for_executemany=bool(columns))
    assert isinstance(made, SQLCompiler)
    if made.post_compile_params or made.literal_execute_params:
        return None
    returned = getattr(statement, "exported_columns", ())
    names = [str(column.key) for column in returned]
    converts = [_out(column.type, dialect) for column in returned]
    return Prepared(
        made.string,
        [_given(made, called) for called in made.positiontup or made.binds],
        made.positional,
        names,
        SimpleResultMetaData(names),
        converts if any(converts) else (),
    )


def _given(made: SQLCompiler, called: str) -> Given:
    bound = made.binds[called]
    convert = bound.type.dialect_impl(made.dialect).bind_processor(made.dialect)
    required = bool(bound.required)
    value = None if required else _converted(convert, bound.effective_value)
    return Given(called, bound.key, required, value, convert)


def _out(type_: TypeEngine[Any], dialect: Dialect) -> Convert:
    return type_.dialect_impl(dialect).result_processor(dialect, None)


def _converted(convert: Convert, value: Any) -> Any:
    return convert(value) if convert else value
