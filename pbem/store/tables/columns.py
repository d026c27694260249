"""Column types that several tables share, and the names of constraints."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, TypeDecorator
from sqlmodel import Field, SQLModel

metadata = SQLModel.metadata
# Set before the tables are defined: SQLite can change a constraint only by its name.
metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


_NOTHING = object()


class Table(SQLModel):
    """What all rows have in common."""

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a column, unless it has that value. SQLModel would also tell pydantic, whose models
        check nothing of a row and take five times as long."""
        if self.__dict__.get(name, _NOTHING) != value:
            object.__setattr__(self, name, value)


class Moment(TypeDecorator[datetime]):
    """A time that goes in aware and comes out in UTC, even from SQLite, which stores no zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time in UTC. Raises ValueError for one without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without its zone cannot be stored: {value}")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Return the stored time, in UTC."""
        if value is None:
            return None
        stored: datetime = value
        return stored.replace(tzinfo=UTC) if stored.tzinfo is None else stored.astimezone(UTC)


def row_id() -> Any:
    """Make a column for the row's number, given by the database: None until the row is flushed."""
    return Field(default=None, primary_key=True)


def key_of(table: str) -> Any:
    """Make a column that is part of the primary key and refers to a row of another table."""
    return Field(primary_key=True, foreign_key=f"{table}.id")
