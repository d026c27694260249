"""`pbem check`: everything the configuration names is tried, every running game restored."""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from time import monotonic

import click
from sqlmodel import Session as Db
from sqlmodel import select

from engine.game import Game
from pbem.campaign import dispatch, mending
from pbem.campaign.mending import Prospect
from pbem.campaign.world import World
from pbem.cli import mend
from pbem.cli.here import Here, pass_here
from pbem.daemon import tables
from pbem.daemon.opening import Clock, opened
from pbem.mail import outgoing
from pbem.mail.finding import Finding
from pbem.mail.mailbox import Mailbox, MailboxDown
from pbem.mail.outgoing import Outgoing
from pbem.mail.transport import Sending
from pbem.mail.ways import check_ways, way_in, way_out
from pbem.store import tables as t

WAIT_FOR_OWN_MAIL = 30.0
"""Seconds."""
WIDTH = 72


@click.command("check")
@pass_here
@click.pass_context
def command(ctx: click.Context, here: Here) -> None:
    """Try the configuration, restore the games.

    All that the configuration names is tried, every running game restored. Each line says what
    was tried; behind a failure stands what to do about it.

    \b
    Example:
      pbem -C club check
    """
    failed = False
    with opened(here.folder) as world:
        for found in _findings(world, here.now):
            failed |= not found.ok
            advice = f": {found.advice}" if found.advice else ""
            click.echo(f"{'ok  ' if found.ok else 'FAIL'}  {found.what}{advice}")
    if failed:
        ctx.exit(1)


def _findings(world: World, now: Clock) -> Iterator[Finding]:
    config = world.config
    yield Finding(f"configuration and key in {config.folder}", True)
    yield from _own_tables(world)
    yield Finding("database", True)
    ways = asyncio.run(check_ways(config, now))
    yield from ways
    if all(found.ok for found in ways):
        yield _own_mail(world, now)
    yield from _games(world)


def _own_tables(world: World) -> Iterator[Finding]:
    """The tables of one's own; with a mistake in them no moderator is opened."""
    for game in world.games.values():
        if own := tables.own_files(world.config, game):
            where = tables.folder_of(world.config, game)
            yield Finding(f"your own {', '.join(own)} in {where}", True)


def _own_mail(world: World, now: Clock) -> Finding:
    """Send a mail to the moderator's own address and see it come in."""
    own, config = world.config.moderator.address, world.config
    mail = _test_mail(world, now())
    what = f"a mail to {own}"

    async def sent() -> str:
        async for result in way_out(config).send([mail]):
            return "" if result.outcome == "accepted" else result.reason
        return "nothing was heard of it"

    if why := asyncio.run(sent()):
        return Finding(what, False, f"it was not taken: {why}")
    if config.mail.outgoing.kind == "folder":
        return Finding(f"{what}: lies in {config.inside(config.mail.outgoing.path)}", True)
    try:
        with closing(way_in(config, now)) as mailbox:
            came = _comes_in(mailbox, mail.message_id, world)
    except MailboxDown as down:
        return Finding(what, False, str(down))
    advice = f"it was sent, but did not come in within {WAIT_FOR_OWN_MAIL:g} seconds: is"
    return Finding(what, came, "" if came else f"{advice} {own} the address of this mailbox?")


def _test_mail(world: World, now: datetime) -> Sending:
    settings = world.config.moderator
    domain = settings.address.rpartition("@")[2]
    mail = Outgoing(
        message_id=f"check.{world.entropy.fresh(8).hex()}@{domain}",
        sender_name=settings.name,
        sender=settings.address,
        envelope_from=dispatch.envelope_sender(world, 0),
        recipient=settings.address,
        subject="pbem check",
        date=now,
        text="A mail of the moderator to himself, to see that mail goes round.",
    )
    return Sending(mail.message_id, mail.envelope_from, mail.recipient, outgoing.compose(mail))


def _comes_in(mailbox: Mailbox, message_id: str, world: World) -> bool:
    """Whether the mail comes in; a running daemon may have taken it meanwhile."""
    until = monotonic() + WAIT_FOR_OWN_MAIL
    while True:
        for mail in mailbox.fetch():
            if message_id.encode() in mail.raw:
                mailbox.stored(mail.server_id)
                return True
        with world.store.reading() as db:
            known = select(t.Letter.id).where(t.Letter.message_id == message_id)
            if db.exec(known).first() is not None:
                return True
        if (left := until - monotonic()) <= 0:
            return False
        mailbox.wait(min(left, 2.0))


def _games(world: World) -> Iterator[Finding]:
    """Every game that is being played, restored under the rules at hand; which of many are not."""
    with world.store.reading() as db:
        games, failed = mending.running(db), []
        for row in games:
            found = _restored(world, db, row)
            failed += [] if found.ok else [row.name]
            yield found
    if failed and len(games) > 1:
        told = ["each waits, its mails with it, until you have chosen what to do:"]
        told += textwrap.wrap(", ".join(failed), WIDTH)
        yield Finding(
            f"{len(failed)} of {len(games)} games cannot go on", False, "\n        ".join(told)
        )


def _restored(world: World, db: Db, game: t.Game) -> Finding:
    rules = world.games.get(game.kind)
    if rules is None:
        return Finding(f"game {game.name}", False, f"this pbem has no rules of {game.kind}")
    found = mending.look(db, game, rules)
    if found.fits:
        return Finding(f"game {game.name}: {_how_it_stands(db, game, rules, found)}", True)
    return Finding(f"game {game.name}", False, "\n        ".join(mend.shown(game, found)))


def _how_it_stands(db: Db, game: t.Game, rules: Game, found: Prospect) -> str:
    """Of a game that goes on: its last line, and what is other than it was."""
    said = [f"restored at line {found.last}"]
    if game.version != rules.version:
        said.append(f"played by version {game.version} so far, by {rules.version} from now on")
    if game.data_hash != rules.data_hash:
        said.append(f"with its own data, `pbem data {game.name}` shows how they differ")
    labels = [body["label"] for _, body in found.unwanted if "to" not in body]
    if found.unwanted:
        listed = f": {', '.join(labels)}" if labels else ""
        said.append(f"draws that nothing asks for now: {len(found.unwanted)}{listed}")
    return "; ".join(said)
