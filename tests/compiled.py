"""SQL is compiled once in a process of the tests, and not for each of their databases anew.

A moderator has one database for as long as it runs, a test has one of its own.
"""

from typing import Any

from sqlalchemy import Engine
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

COMPILED: dict[Any, Any] = {}


class Dialect(SQLiteDialect_pysqlite):
    """The dialect of SQLite; what one object of it has compiled serves all others."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dialect)

    def __hash__(self) -> int:
        return hash(Dialect)

    @classmethod
    def engine_created(cls, engine: Engine) -> None:
        engine.update_execution_options(compiled_cache=COMPILED)


def compile_once() -> None:
    """From now on, for all databases of SQLite."""
    registry.register("sqlite", __name__, "Dialect")
