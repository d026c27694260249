"""Notes the result of sending a mail: it was sent, will be retried, or was refused for good."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import update
from sqlmodel import Session as Db
from sqlmodel import col, select

from pbem.campaign import game_store, windows
from pbem.campaign.mails import failures
from pbem.campaign.mails.outbox import Context
from pbem.campaign.sending import bounced_addresses, second_account, senders_claims
from pbem.campaign.world import World
from pbem.mail import delivery_reports
from pbem.mail.transports.transport import Sent
from pbem.store import statements
from pbem.store import tables as t

RETRIES = (1, 5, 15, 60, 240)
"""Minutes until the next try; the last number is repeated."""
GIVE_UP = timedelta(days=5)
"""How long a mail is tried, unless it was written long before its first try. After that,
`bounced_addresses.give_up` tells the host."""

ADDRESS = re.compile(r"[^\s<>]+@[^\s<>]+")

log: Any = structlog.get_logger()


def note_result(world: World, row_id: int, sent: Sent, now: datetime, map_failed: str = "") -> None:
    """Note the result of sending a mail: sent, to be retried, or refused for good."""
    with world.store.transaction() as db:
        row = game_store.mail_of(db, row_id)
        if row is None or row.state == "failed":  # it bounced before its server had answered us
            return
        is_others = row.state == "sent" or row.claimed_by not in (None, senders_claims.owner(world))
        if is_others and sent.outcome != "accepted":
            return  # another process took over while this one was stuck
        by_second = second_account.goes_second(world.config, row)
        row.attempts += 1
        row.claimed_by = row.claimed_until = None
        ctx = Context(world, db, now, f"sending {row.id} {row.attempts}")
        if sent.outcome == "accepted":
            row.state, row.sent, row.error = "sent", now, ""
            windows.start_clock(ctx, row)
            if map_failed:
                failures.tell_of_map(ctx, map_failed)
            return
        reason = ADDRESS.sub("...", sent.reason)
        tried = {"outcome": sent.outcome, "attempt": row.attempts, "reason": reason}
        tried |= {"account": "second"} if by_second else {}
        log.warning("a mail was not taken", **about(row), **tried)
        other = second_account.passes_to_other(world.config, row, sent)
        spared = other or second_account.other_may_work(world.config, row, sent)
        refused = sent.outcome == "never" and not spared
        if refused or (_tried_enough(row, now) and not other):
            bounced_addresses.give_up(
                ctx, row, sent.reason, for_good=delivery_reports.lasts(sent.reason)
            )
        else:
            minutes = RETRIES[0] if other else RETRIES[min(row.attempts, len(RETRIES)) - 1]
            row.next_try, row.error = now + timedelta(minutes=minutes), sent.reason
            if not other and delivery_reports.too_many(sent.reason):
                _hold_back(db, row)


def about(row: t.Outgoing) -> dict[str, Any]:
    """Describe a mail for the log; its game is the first word of its Message-ID."""
    about = {"mail": row.id, "kind": row.kind, "game": row.message_id.partition(".")[0]}
    return about | ({} if row.window is None else {"window": row.window})


def _hold_back(db: Db, row: t.Outgoing) -> None:
    """Send nothing else to the domain before the mail is retried: more tries would only make its
    servers refuse for longer."""
    domain = row.recipient.rpartition("@")[2]
    theirs = (
        t.Outgoing.state == "waiting",
        col(t.Outgoing.claimed_by).is_(None),
        col(t.Outgoing.next_try) < row.next_try,
        col(t.Outgoing.recipient).endswith(f"@{domain}", autoescape=True),
    )
    free = select(t.Outgoing.id).where(*theirs).with_for_update(skip_locked=True)
    ids = list(db.exec(free))
    statements.run(
        db, update(t.Outgoing).where(col(t.Outgoing.id).in_(ids)).values(next_try=row.next_try)
    )


def _tried_enough(row: t.Outgoing, now: datetime) -> bool:
    """Tell whether nobody accepts the mail, and not just because the moderator was down for
    days."""
    return now - row.created > GIVE_UP and row.attempts > len(RETRIES)
