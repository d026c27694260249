"""SQL is compiled once in a process of the tests, and not for each of their databases anew.

A moderator has one database for as long as it runs, a test has one of its own.
"""

from typing import Any

from sqlalchemy import Engine
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

COMPILED: dict[Any, Any] = {}


class OnSQLite(SQLiteDialect_pysqlite):
    """The dialect of SQLite; what one object of it has compiled serves all others."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))

    @classmethod
    def engine_created(cls, engine: Engine) -> None:
        engine.update_execution_options(compiled_cache=COMPILED)


class OnPostgreSQL(PGDialect_psycopg):
    """The same for PostgreSQL: the tests of a process have one server."""

    supports_statement_cache = True
    __eq__ = OnSQLite.__eq__
    __hash__ = OnSQLite.__hash__
    engine_created = OnSQLite.engine_created


def compile_once() -> None:
    """From now on, for all databases."""
    registry.register("sqlite", __name__, "OnSQLite")
    registry.register("postgresql.psycopg", __name__, "OnPostgreSQL")
