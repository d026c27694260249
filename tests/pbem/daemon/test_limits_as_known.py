"""Limits of answers where games are made again: a difference in one game is none in others."""

from __future__ import annotations

import pytest

from pbem.campaign.mails.outbox import Context
from pbem.daemon.clock import utc_now
from pbem.daemon.maintenance import limits_as_known
from pbem.inbox import answer_limits
from pbem.store import inbound_mails
from pbem.store import tables as t

HOST, NOW = "host@example.org", utc_now()


def answers(world, first, again, asked):
    """Judge a mail of the host again: whether it may be answered; `first` and `again`: what became
    of it."""
    with world.store.transaction() as db:
        number = inbound_mails.add(
            db, source="maildir", server_id=f"{first}{again}", arrived=NOW, raw=b"x"
        )
    known = t.InboundMail(id=number, sender=HOST, reason=first)
    with limits_as_known.as_known(world, known, number, NOW), world.store.transaction() as db:
        db.get_one(t.InboundMail, number).reason = again
        ctx = Context(world, db, NOW, "mail")
        return answer_limits.may_answer(ctx, HOST, asked=asked)


def count(world):
    with world.store.reading() as db:
        row = db.get(t.Answered, (HOST, NOW.date()))
        return (row.count, row.asked) if row else (0, 0)


def test_a_mail_counts_if_the_same_became_of_it(world):
    assert answers(world, "host", "host", asked=True)
    assert answers(world, "help", "help", asked=False)
    assert count(world) == (1, 1)


@pytest.mark.parametrize("asked", [True, False])
def test_a_mail_of_which_something_else_becomes_does_not_count(world, asked):
    for number in range(30):
        assert answers(world, f"host(pause done) {number}", "unknown(yes_asked)", asked)
    assert count(world) == (0, 0)


@pytest.mark.parametrize("asked", [True, False])
def test_a_mail_that_was_answered_is_answered_although_the_limit_is_used_up(world, asked):
    for number in range(30):
        assert answers(world, f"which {number}", f"which {number}", asked)


def test_a_mail_that_was_not_answered_is_not(world):
    assert not answers(world, "unknown(enough)", "unknown(enough)", asked=True)
    assert count(world) == (0, 0)
