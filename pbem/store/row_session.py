"""A session that writes what was changed of its objects by statements that are made once, and makes
objects of rows that were read by such.

SQLAlchemy's own way takes ten times as long as SQLite does. It is left to what is rare: rows that
are new or removed.
"""

from functools import cache
from typing import Any, TypeVar

from sqlalchemy import FromClause, Update, bindparam, update
from sqlalchemy.orm import InstanceState, Mapper, class_mapper
from sqlalchemy.orm.attributes import instance_dict, instance_state
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session, SQLModel

from pbem.store.prepared import Values, prepared

Row = TypeVar("Row", bound=SQLModel)


class RowSession(Session):
    """A session in a transaction that has begun on a connection, and ends elsewhere."""

    def flush(self, objects: Any = None) -> None:
        """Write what was changed, always in the same order, so that no two wait for each
        other."""
        if objects is not None or self.new or self.deleted:
            super().flush(objects)
        elif self.identity_map.check_modified():
            for state in sorted(map(instance_state, self.dirty), key=_place):
                self._write(state)

    def refresh(self, *args: Any, **options: Any) -> None:
        """Read an object's row again. What was changed of it is written first: SQLAlchemy drops
        it."""
        self.flush()
        super().refresh(*args, **options)

    def _write(self, state: InstanceState[Any]) -> None:
        values = state.dict
        before = state.committed_state
        new = {name: values[name] for name, value in before.items() if values[name] != value}
        if new:
            mapper, key = state.mapper, state.key
            assert key
            statement = _update(mapper, tuple(new))
            connection = self.connection()
            ready = prepared(statement, connection.dialect)
            assert ready
            named = zip(mapper.primary_key, key[1], strict=True)
            if ready.run(connection, new | {f"old_{c.key}": value for c, value in named}) != 1:
                raise StaleDataError(f"a row of {mapper.local_table} is gone")
        state._commit_all(values, self.identity_map)


def known(db: Session, table: type[Row], row: Values) -> Row:
    """Return the object of a row that was read, as it is in this session if it is there."""
    mapper = _mapper(table)
    key = mapper.identity_key_from_primary_key(tuple(row[c.name] for c in mapper.primary_key))
    found: Row | None = db.identity_map.get(key)
    if found is not None:
        return found
    made = apart(table, row)
    state = instance_state(made)
    state.key, state.session_id = key, db.hash_key
    db.identity_map.add(state)
    return made


def apart(table: type[Row], row: Values) -> Row:
    """Return a row as an object of no session: what is changed of it is not written."""
    made: Row = _mapper(table).class_manager.new_instance()
    instance_dict(made).update(row)
    return made


def _place(state: InstanceState[Any]) -> tuple[int, Any]:
    assert state.key
    return _order()[state.mapper.local_table], state.key[1]


@cache
def _order() -> dict[FromClause, int]:
    return {table: number for number, table in enumerate(SQLModel.metadata.sorted_tables)}


@cache
def _mapper(table: type[SQLModel]) -> Mapper[Any]:
    return class_mapper(table)


@cache
def _update(mapper: Mapper[Any], columns: tuple[str, ...]) -> Update:
    which = [c == bindparam(f"old_{c.key}", type_=c.type) for c in mapper.primary_key]
    return update(mapper.class_).where(*which).values({name: bindparam(name) for name in columns})
