"""A mail that cannot be used, such as one that is too long: set aside, and its player is told."""

from __future__ import annotations

from pbem.campaign.mails.recipients import to_address, to_seat
from pbem.inbox import limits
from pbem.inbox.senders import Host, Tagged, Untagged
from pbem.inbox.verdicts import Received, Verdict
from pbem.reports.mails import UnreadableMail


def unreadable(mail: Received) -> Verdict | None:
    """It was not taken in whole, or is in a form that cannot be read."""
    problem = mail.row.reason or (mail.message.problem if not mail.said.commands else "")
    if not problem:
        return None
    if _is_known(mail):
        tell(mail, problem)
    return Verdict("aside", f"it cannot be read: {problem}")


def _is_known(mail: Received) -> bool:
    """Whether it is from the address of somebody who plays."""
    sender = mail.sender
    if isinstance(sender, Host):
        return sender.proof.kind == "unknown"
    if isinstance(sender, Tagged):
        return sender.proof.good or sender.proof.kind == "unknown"
    return isinstance(sender, Untagged)


def tell(mail: Received, problem: str) -> None:
    """Answer a player whose mail could not be used."""
    message, sender = mail.message, mail.sender
    if message.sender is None or not limits.may_answer(mail.ctx, message.sender):
        return
    told = UnreadableMail(reason=problem, subject=message.subject)
    if isinstance(sender, Tagged):
        mail.ctx.write(told, to_seat(sender.game, sender.seat))
    else:
        game = sender.game if isinstance(sender, Host) else None
        mail.ctx.write(told, to_address(message.sender, game))
