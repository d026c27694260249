"""People, known by the address that they joined from."""

from __future__ import annotations

from sqlmodel import Session as Db
from sqlmodel import select

from pbem.campaign.mails.outbox import Context
from pbem.store import rows
from pbem.store import tables as t


def person_at(db: Db, address: str) -> t.Person | None:
    """The person who joined anything from this address."""
    return db.exec(select(t.Person).where(t.Person.address == address)).first()


def person_of(ctx: Context, address: str, name: str) -> t.Person:
    """The person at an address, known from now on."""
    new = {"address": address, "name": name, "created": ctx.now}
    rows.add_new(ctx.db, t.Person, **new, zone="", preferences="")
    return ctx.db.exec(select(t.Person).where(t.Person.address == address)).one()
