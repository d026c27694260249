"""Cursors of connections to PostgreSQL, whose leases run on when many rows were written."""

from collections.abc import Iterable
from typing import Any

from psycopg import Cursor
from psycopg.abc import Params
from psycopg.rows import TupleRow


class LeasedCursor(Cursor[TupleRow]):
    """A cursor that leaves a server in wait for the next statement, whatever it has done.

    PostgreSQL's limits for silent connections hold from when it says that it is ready until it
    hears anything. What psycopg sends for several rows ends in a message that is answered by
    nothing: a process that stood still behind it would keep its locks for as long as it does.
    """

    def executemany(
        self, query: Any, params_seq: Iterable[Params], *, returning: bool = False
    ) -> None:
        """Execute a statement with each of these parameters."""
        rows = list(params_seq)
        if len(rows) == 1 and not returning:
            self.execute(query, rows[0])
            return
        super().executemany(query, rows, returning=returning)
        self.connection.execute("SELECT 1")
