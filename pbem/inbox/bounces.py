"""Mails of ours that came back undelivered: the return address tells which it was."""

from __future__ import annotations

from pbem.campaign import game_store
from pbem.campaign.mails import recipients, undelivered
from pbem.campaign.mails.outbox import Context
from pbem.mail import identity
from pbem.mail.incoming import InboundMail


def note(ctx: Context, message: InboundMail) -> str:
    """Note a bounce and tell the host, once a mail. What was done, in words."""
    number = identity.find_bounced(message.recipients, recipients.tag_key(ctx.world))
    row = game_store.mail_of(ctx.db, number) if number is not None else None
    if row is None:
        return "it is a bounce of a mail that is not ours"
    came_back = "it came back after a mail server had taken it"
    undelivered.note(ctx, row, f"{came_back}: {message.bounced}" if message.bounced else came_back)
    return f"it is a bounce of our mail {row.id}"
