"""Cursors of connections to PostgreSQL that hold no locks while their process stands still."""

from collections.abc import Iterable
from typing import Any

from psycopg import Cursor
from psycopg.abc import Params
from psycopg.rows import TupleRow


class LeasedCursor(Cursor[TupleRow]):
    """A cursor that sends one statement at a time.

    PostgreSQL's limits for silent connections hold from when it says that it is ready until it
    hears anything. psycopg's `executemany` sends rows as a pipeline: a process that stood still in
    the midst of it, or right behind it, would keep its locks for as long as it does.
    """

    def executemany(
        self, query: Any, params_seq: Iterable[Params], *, returning: bool = False
    ) -> None:
        """Execute a statement with each of these parameters, one after the other; as a pipeline, if
        rows are to be returned, for which SQLAlchemy sends one statement of several rows."""
        if returning:
            super().executemany(query, params_seq, returning=True)
            return
        count = 0
        for params in params_seq:
            count += self.execute(query, params, prepare=True).rowcount
        self._rowcount = count
