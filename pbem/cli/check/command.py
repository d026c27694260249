"""`pbem check`: everything the configuration names is tried, every running game restored."""

import asyncio
import shutil
import stat
import textwrap
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
from sqlmodel import Session as Db

from engine.core.game import Game
from engine.games import GAMES
from pbem.campaign.sending import rates
from pbem.campaign.world import World
from pbem.cli.check.round_trip import own_mails
from pbem.cli.host import mend
from pbem.cli.support.workspace import Workspace, pass_workspace
from pbem.cli.words import in_english, lacking
from pbem.daemon import mailbox_owner, own_tables
from pbem.daemon.clock import Clock
from pbem.daemon.moderator_folder import opened
from pbem.daemon.monitoring.health import ROOM
from pbem.daemon.several_processes import work_sharing
from pbem.features.host import changed_rules
from pbem.features.host.changed_rules import Prospect
from pbem.forum import configured as forum
from pbem.mail.durable_files import writable
from pbem.mail.transports.configuration_findings import Finding
from pbem.mail.transports.configured import check_ways, way_in
from pbem.mail.transports.mailbox import MailboxDown
from pbem.reports.languages.language import codes
from pbem.settings import config as configuration
from pbem.settings.config import Config, ConfigError
from pbem.store import tables as t

WIDTH = 72


@click.command("check")
@click.option(
    "--wait", default=30.0, metavar="SECONDS", help="How long to wait for its own mails: 30."
)
@click.option("--take-mailbox", is_flag=True, help="Take over the mailbox of another moderator.")
@pass_workspace
@click.pass_context
def command(ctx: click.Context, here: Workspace, wait: float, take_mailbox: bool) -> None:
    """Test the configuration and restore all games.

    Everything that the configuration names is tried, and every running game is restored. If mail
    goes through servers, the moderator sends two mails to itself. Each line names one test; a
    failure tells you what to do, and so does a warning (`warn`). Lines with `skip` were not tested.

    \b
    Example:
      pbem -C club check
    """
    failed = False
    for found in _findings(here, wait, take_mailbox):
        failed |= not found.ok
        advice = f": {found.advice}" if found.advice else ""
        click.echo(f"{found.state:4}  {found.what}{advice}")
    if failed:
        ctx.exit(1)


def _findings(here: Workspace, wait: float, take: bool) -> Iterator[Finding]:
    config = configuration.load(here.folder)
    folders = [*own_folders(config), *room(config)]
    if not all(found.ok for found in own_folders(config)):
        yield from folders
        yield Finding("database, mail and games: first mend the above", True, tried=False)
        return
    tables = [*_own_tables(config)]
    with opened(here.folder, own_tables=all(found.ok for found in tables)) as world:
        yield from folders
        yield Finding(f"configuration and key in {config.folder}", True)
        yield from tables
        yield Finding("database", True)
        yield from _sharing(config)
        yield from _languages()
        yield from _mail(world, here.now, wait, take)
        yield from forum.check(config)
        yield from _games(world)


def _sharing(config: Config) -> Iterator[Finding]:
    """Tell whether several processes can share the judging, if the settings want that."""
    if config.work.engine != "embedded":
        try:
            work_sharing.adapter(config)
        except ConfigError as wrong:
            yield Finding("several processes judge", False, str(wrong))
        else:
            yield Finding(f"several processes judge, {config.work.workers} games each", True)


def _mail(world: World, now: Clock, wait: float, take: bool) -> Iterator[Finding]:
    """The ways in and out, whose mailbox it is, and whether mail goes round."""
    ways = asyncio.run(check_ways(world.config, now))
    yield from ways
    yield from _rates(world.config)
    if not all(found.ok for found in ways):
        what = "whose mailbox it is, a mail to itself, plus-addresses: first mend the above"
        yield Finding(what, True, tried=False)
        return
    yield _mark(world, now, take)
    yield from own_mails(world, now, wait)


def _rates(config: Config) -> Iterator[Finding]:
    """Tell how many mails go out a minute, if there is a limit."""
    limits = config.mail.rates.limits
    if not limits:
        return
    useless = ", ".join(rates.pointless(limits))
    advice = f"per_minute in [mail.rates] is no higher than what domains has for {useless}"
    what = f"mails a minute, at most: {rates.told(limits)}; what is more waits"
    yield Finding(what, True, advice if useless else "", warns=bool(useless))


def _mark(world: World, now: Clock, take: bool) -> Finding:
    """A second moderator would take mails away from the first."""
    try:
        with closing(way_in(world.config, now)) as mailbox:
            other = mailbox_owner.other(world, mailbox, take=take)
    except MailboxDown as down:
        return Finding("whose mailbox it is", False, str(down))
    if not other:
        return Finding("no other moderator has left its mark in the mailbox", True)
    advice = (
        f"{other}: each would take the other's mails. Give each"
        f" its own mailbox; if that one is gone, use {mailbox_owner.TAKE}"
    )
    return Finding("another moderator reads this mailbox", False, advice)


def _own_tables(config: Config) -> Iterator[Finding]:
    """The tables of one's own; with a mistake in them `pbem run` and `pbem new` do nothing."""
    try:
        games = own_tables.games_with_own(config, GAMES)
    except ConfigError as mistake:
        yield Finding("your own tables", False, str(mistake))
        return
    for game in games.values():
        if own := own_tables.own_files(config, game):
            where = own_tables.folder_of(config, game)
            yield Finding(f"your own {', '.join(own)} in {where}", True)


def _languages() -> Iterator[Finding]:
    """Tell what is said in English although another language is asked for."""
    for code in codes():
        missing, there = lacking(code)
        if missing:
            yield Finding(incomplete(code, len(missing), there), True)
        for what in in_english(code):
            yield Finding(f"language {code}: in English {what}", True)


def incomplete(code: str, missing: int, there: int) -> str:
    """Say how much of a language there is."""
    return f"language {code}: {missing} of {there} messages are said in English: pbem words {code}"


def _games(world: World) -> Iterator[Finding]:
    """Every game that is being played, restored under the rules at hand; which of many are not."""
    with world.store.reading() as db:
        games, failed = changed_rules.running(db), []
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
        return Finding(
            f"game {game.name}", False, f"this version of pbem has no rules for {game.kind}"
        )
    found = changed_rules.look(db, game, rules)
    if found.fits:
        return Finding(f"game {game.name}: {_how_it_stands(game, rules, found)}", True)
    return Finding(f"game {game.name}", False, "\n        ".join(mend.shown(game, found)))


def _how_it_stands(game: t.Game, rules: Game, found: Prospect) -> str:
    """Of a game that goes on: its last line, and what is other than it was."""
    said = [f"restored at line {found.last}"]
    if game.version != rules.version:
        said.append(f"played with version {game.version} so far, with {rules.version} from now on")
    if game.data_hash != rules.data_hash:
        said.append(f"with its own data, `pbem data {game.name}` shows how they differ")
    labels = [body["label"] for _, body in found.unwanted if "to" not in body]
    if found.unwanted:
        listed = f": {', '.join(labels)}" if labels else ""
        said.append(f"draws that nothing asks for now: {len(found.unwanted)}{listed}")
    return "; ".join(said)


SQLITE = "sqlite:///"


def own_folders(config: Config) -> Iterator[Finding]:
    """Tell whether the moderator's folder, and that of its database, can be written into."""
    for folder in dict.fromkeys((config.folder, _of_database(config))):
        why = writable(folder) if folder.is_dir() else ""  # one that is missing is told as such
        advice = f"{why}: let the user that runs pbem write into it and its files"
        yield Finding(f"folder {folder}", not why, advice if why else "")
    if config.folder.stat().st_mode & stat.S_IRWXO:
        advice = f"all users of this machine can read the mails in it: chmod 700 {config.folder}"
        yield Finding(f"folder {config.folder}", True, advice, warns=True)


def room(config: Config) -> Iterator[Finding]:
    """Find how much is free where the database and the mails lie, each file system once."""
    mail, seen = config.mail, set[int]()
    ways = (mail.incoming, mail.outgoing)
    paths = [way.path for way in ways if way.kind in ("maildir", "folder")]
    folders = [_of_database(config), *map(config.inside, (*paths, mail.aside))]
    for folder in folders:
        if not folder.is_dir() or (device := folder.stat().st_dev) in seen:
            continue
        seen.add(device)
        free = shutil.disk_usage(folder).free // 1_000_000
        advice = f"free at least {ROOM} MB: without it no mail is taken in"
        enough = free >= ROOM
        yield Finding(f"free space at {folder}: {free:,} MB", enough, "" if enough else advice)


def _of_database(config: Config) -> Path:
    """The folder of the database's file; of a server's, the moderator's own."""
    url = config.database_url
    return Path(url.removeprefix(SQLITE)).parent if url.startswith(SQLITE) else config.folder
