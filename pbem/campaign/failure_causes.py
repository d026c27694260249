"""Finds what caused a failure: the environment, or the mail (or the rules) being worked on.

The environment is disk, memory, database server and the other processes at work. A failure caused
by it says nothing about the current mail: the attempt is not counted, no later mail overtakes it,
and it is retried until the environment is well again. Any other failure is the mail's own: it is
counted, and others go on meanwhile. This is the only place that tells the two apart.
"""

import errno
import sqlite3
from collections.abc import Iterator

from sqlalchemy import exc

DISK_FULL = "the disk is full"
NO_MEMORY = "no memory is left"
DISK_BROKEN = "the disk cannot be read or written"
NO_DATABASE = "the database cannot be reached"
BUSY = "the database is busy"

_OF_SYSTEM = {
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "a file may not grow any more",
    errno.EIO: DISK_BROKEN,
    errno.EROFS: "the disk cannot be written",
    errno.ESTALE: DISK_BROKEN,
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
    errno.ENOMEM: NO_MEMORY,
    errno.EAGAIN: "no process can be begun",
    errno.ENOLCK: "no file can be locked",
}
_OF_SQLITE = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_IOERR: DISK_BROKEN,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_PROTOCOL: BUSY,
    sqlite3.SQLITE_NOMEM: NO_MEMORY,
    sqlite3.SQLITE_READONLY: "the database cannot be written",
    sqlite3.SQLITE_PERM: "the database cannot be written",
    sqlite3.SQLITE_CANTOPEN: "the database cannot be opened",
    sqlite3.SQLITE_CORRUPT: "the database is damaged",
    sqlite3.SQLITE_NOTADB: "the database is damaged",
}
"""Primary result codes, https://sqlite.org/rescode.html."""
_OF_POSTGRESQL = {
    "08": NO_DATABASE,
    "25006": "the database cannot be written",
    "25P03": NO_DATABASE,
    "40": BUSY,
    "53100": DISK_FULL,
    "53": "the database server has no room",
    "55P03": BUSY,
    "57": NO_DATABASE,
    "58": "the database server cannot use its disk",
    "XX001": "the database is damaged",
    "XX002": "the database is damaged",
}
"""Classes and codes of SQLSTATE, PostgreSQL manual, appendix A."""
_INVALIDATED = "8s2b"
"""SQLAlchemy's error code for using a transaction after its connection was lost."""
_PRIMARY = 0xFF


def why(problem: BaseException) -> str:
    """Say in words what is wrong with the environment; empty if it did not cause the failure."""
    return next(filter(None, map(_why, _with_causes(problem))), "")


def _with_causes(problem: BaseException | None) -> Iterator[BaseException]:
    """Yield a failure and those that led to it."""
    seen: list[BaseException] = []
    while problem is not None and problem not in seen:
        seen.append(problem)
        yield problem
        problem = problem.__cause__ or problem.__context__


def _why(problem: BaseException) -> str:
    match problem:
        case MemoryError():
            return NO_MEMORY
        case exc.DBAPIError(connection_invalidated=True):
            return NO_DATABASE
        case exc.DBAPIError(orig=BaseException() as by_driver):
            return _of_driver(by_driver)
        case exc.TimeoutError():
            return BUSY
        case exc.InvalidRequestError(code=code) if code == _INVALIDATED:
            return NO_DATABASE
        case OSError():
            return _OF_SYSTEM.get(problem.errno or 0, "")
    return _of_driver(problem)


def _of_driver(problem: BaseException) -> str:
    """Read a database driver's error: SQLite's result code, or the SQLSTATE of PostgreSQL.

    SQLSTATE is None if no server could be reached.
    """
    if isinstance(problem, sqlite3.Error):
        return _OF_SQLITE.get(getattr(problem, "sqlite_errorcode", 0) & _PRIMARY, "")
    state = getattr(problem, "sqlstate", "")
    names = {kind.__name__ for kind in type(problem).__mro__}
    if state is None and names & {"OperationalError", "InterfaceError"}:
        return NO_DATABASE
    found = (_OF_POSTGRESQL.get((state or "")[:length], "") for length in (5, 2))
    return next(filter(None, found), "")
