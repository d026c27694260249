"""Mails of the moderator to itself: whether mail goes round, and plus-addresses with it."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime
from time import monotonic

from sqlmodel import col, select

from pbem.campaign.sending import rows_to_mails
from pbem.campaign.world import World
from pbem.cli.check import received_copy
from pbem.daemon.clock import Clock
from pbem.mail import identity, outgoing
from pbem.mail.outgoing import Outgoing
from pbem.mail.transports.configuration_findings import Finding
from pbem.mail.transports.configured import utc_now, way_in, way_out
from pbem.mail.transports.mailbox import Mailbox, MailboxDown
from pbem.mail.transports.transport import Sending
from pbem.settings.config import Config
from pbem.settings.sections.mail import Smtp
from pbem.store import tables as t

DETAIL = "check"
NO_PLUS = (
    "players' answers go to such addresses and would be lost; switch them on at the server"
    " (Postfix and Dovecot: recipient_delimiter = +), or use another mailbox"
)
NOT_BY_SECOND = (
    "where the server does not take mails from the moderator's address, set address and"
    " envelope_sender in [mail.second]"
)


def own_mails(world: World, now: Clock, seconds: float) -> Iterator[Finding]:
    """Send the moderator a mail, one to a plus-address of it and one by the second account, if
    there is one, and see them come in in time."""
    own, config = world.config.moderator.address, world.config
    plain, plus = (_mail(world, now(), to) for to in (own, identity.plus_address(own, DETAIL)))
    by_second = [_mail(world, now(), own, second=True)] if config.mail.second.host else []
    bounces = {
        section: _mail(world, now(), to) for section, to in _bounces(config) if _is_near(own, to)
    }
    mails = [plain, plus, *by_second, *bounces.values()]
    refused = asyncio.run(_refused(world, mails))
    if config.mail.outgoing.kind == "folder" and not refused:
        path = config.inside(config.mail.outgoing.path)
        yield Finding(f"a mail to {own}: it is in {path}", True)
        what = "mail goes into a folder; whatever delivers it from there must support them"
        yield Finding(f"plus-addresses were not tried: {what}", True, tried=False)
        return
    taken = [mail for mail in mails if mail.message_id not in refused]
    try:
        with closing(way_in(config, now)) as mailbox:
            came = _come_in(mailbox, [mail.message_id for mail in taken], world, seconds)
            read = utc_now()
    except MailboxDown as down:
        yield Finding(f"a mail to {own}", False, str(down))
        return
    missing = f"it was sent, but did not arrive within {seconds:g} seconds"
    why = {mail.message_id: missing for mail in mails if mail.message_id not in came}
    why |= {message_id: f"it was not taken: {said}" for message_id, said in refused.items()}
    yield from _told(own, plain, plus, why)
    for mail in by_second:
        wrong = why.get(mail.message_id, "")
        advice = f"{wrong}: {NOT_BY_SECOND}" if wrong else ""
        yield Finding(f"a mail to {own} by the second account", not wrong, advice)
    for section, to in _bounces(config):
        tried = bounces.get(section)
        wrong = FAR if tried is None else why.get(tried.message_id, "")
        yield _of_bounces(section, to, wrong)
    if (raw := came.get(plain.message_id)) is not None:
        yield from received_copy.seen(config, raw, read)


FAR = "it has another domain than the moderator's address"


def _bounces(config: Config) -> list[tuple[str, str]]:
    """Where mails that cannot be delivered go, if not to the moderator's address, and the section
    that says so."""
    out, second = config.mail.outgoing, config.mail.second
    ways = [("mail.out", out.envelope_sender)] if isinstance(out, Smtp) else []
    ways += [("mail.second", second.envelope_sender)] if second.host else []
    return [(section, to) for section, to in ways if to]


def _is_near(own: str, to: str) -> bool:
    """Tell whether an address has the domain of the moderator's: a mail is sent to no stranger."""
    return own.rpartition("@")[2].lower() == to.rpartition("@")[2].lower()


def _of_bounces(section: str, to: str, wrong: str) -> Finding:
    """Tell whether mails that cannot be delivered come back to the moderator."""
    what = f"bounces go to {to} (envelope_sender in [{section}])"
    if not wrong:
        return Finding(what, True)
    advice = (
        f"{wrong}: you are told of mails that come back only if they come into this mailbox; if"
        " nobody asked you to set envelope_sender, delete its line"
    )
    return Finding(what, True, advice, warns=True)


def _told(own: str, plain: Sending, plus: Sending, why: dict[str, str]) -> Iterator[Finding]:
    """`why`: what is wrong with a mail, by its id."""
    if wrong := why.get(plain.message_id, ""):
        advice = f"{wrong}: is {own} the address of this mailbox?"
        yield Finding(f"a mail to {own}", False, advice)
        yield Finding("plus-addresses were not tried: no mail arrived", True, tried=False)
        return
    yield Finding(f"a mail to {own}", True)
    wrong = why.get(plus.message_id, "")
    advice = f"{wrong}: {NO_PLUS}" if wrong else ""
    yield Finding(f"a mail to {plus.recipient}, a plus-address", not wrong, advice)


async def _refused(world: World, mails: Sequence[Sending]) -> dict[str, str]:
    """Hand the mails in; why those that were not taken were not, by their ids."""
    why = {mail.message_id: "nothing was heard of it" for mail in mails}
    async for result in way_out(world.config).send(mails):
        if result.outcome == "accepted":
            del why[result.message_id]
        else:
            why[result.message_id] = result.reason
    return why


def _mail(world: World, now: datetime, recipient: str, *, second: bool = False) -> Sending:
    settings = world.config.moderator
    domain = settings.address.rpartition("@")[2]
    mail = Outgoing(
        message_id=f"check.{world.entropy.fresh(8).hex()}@{domain}",
        sender_name=settings.name,
        sender=rows_to_mails.sender_address(world, second=second),
        envelope_from=rows_to_mails.envelope_sender(world, 0, second=second),
        recipient=recipient,
        subject="pbem check",
        date=now,
        text="A mail of the moderator to itself, to see that mail goes round.",
    )
    raw = outgoing.compose(mail)
    return Sending(mail.message_id, mail.envelope_from, mail.recipient, raw, second)


def _come_in(
    mailbox: Mailbox, ids: Sequence[str], world: World, seconds: float
) -> dict[str, bytes]:
    """The mails as they come in; a running daemon may have taken them meanwhile."""
    until, came = monotonic() + seconds, dict[str, bytes]()
    while True:
        for mail in mailbox.fetch():
            if found := [each for each in ids if each.encode() in mail.raw]:
                mailbox.stored(mail.server_id)
                came |= dict.fromkeys(found, mail.raw)
        with world.store.reading() as db:
            known = select(t.InboundMail.message_id, t.InboundMail.raw).where(
                col(t.InboundMail.message_id).in_(ids)
            )
            came |= dict(db.exec(known).all())
        if len(came) == len(ids) or (left := until - monotonic()) <= 0:
            return came
        mailbox.wait(min(left, 2.0))
