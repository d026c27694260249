"""Stores mails as they come, to be judged later."""

from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import bindparam
from sqlalchemy.sql.dml import ReturningInsert
from sqlmodel import Session, col

from pbem.store import statements
from pbem.store import tables as t

_UNJUDGED = {"sender": "", "message_id": "", "body_hash": "", "status": "new", "attempts": 0}


def add(
    db: Session,
    *,
    source: str,
    server_id: str,
    arrived: datetime,
    raw: bytes,
    reason: str = "",
    number: int | None = None,
) -> int | None:
    """Store a mail that waits to be judged, under this number if one is given; return its number.
    None: it is there already. `source` and `server_id`: see InboundMail. `reason`: why it cannot
    be read.
    """
    row: dict[str, Any] = {"source": source, "server_id": server_id, "arrived": arrived}
    row |= {"raw": raw, "reason": reason} | ({} if number is None else {"id": number})
    insert = _insert(statements.connection_of(db).dialect.name, tuple(row))
    return statements.read(db, insert, **row).scalar_one_or_none()


@cache
def _insert(dialect: str, names: tuple[str, ...]) -> ReturningInsert[int]:
    given: dict[str, Any] = {name: bindparam(name) for name in names}
    insert = statements.unless_there(t.InboundMail, dialect)
    return insert.values(given | _UNJUDGED).returning(col(t.InboundMail.id))
