"""`pbem status`: games, whose answers are awaited, until when.

A list of all games is made from a few rows, and without loading the moderator.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.games import GAMES
from pbem.cli.support import overview
from pbem.cli.support.workspace import Workspace, pass_workspace
from pbem.reports import times
from pbem.settings import config as configuration
from pbem.settings.config import KEY, Config
from pbem.store import plain_reading

if TYPE_CHECKING:
    from rich.table import Table

Told = Mapping[str, Any]
WIDTH = 80


@click.command("status")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
@click.option(
    "--health", "healthy", is_flag=True, help="Show whether all works, and exit with 1 if not."
)
@click.option("--workers", "at_work", is_flag=True, help="Show which processes are at work.")
@pass_workspace
@click.pass_context
def command(
    ctx: click.Context,
    here: Workspace,
    name: str | None,
    as_json: bool,
    healthy: bool,
    at_work: bool,
) -> None:
    """Show games, who has to answer, and waiting mails.

    \b
    Example:
      pbem status
      pbem status club1 --json
      pbem status --health
      pbem status --workers
    """
    if healthy:
        _show_health(ctx, here, as_json)
        return
    if at_work:
        _show_workers(here, as_json)
        return
    if name is None and not as_json:
        _show_all(here)
        return
    from pbem.campaign import host_acts
    from pbem.campaign.lookup import status
    from pbem.daemon.moderator_folder import opened

    with opened(here.folder, own_tables=False) as world, world.store.reading() as db:
        found = [host_acts.game_named(db, name)] if name else status.all_games(db)
        games = [status.of_game(world, db, row) for row in found]
        rows = plain_reading.of_connection(db.connection())
        mails, stopped = overview.of_mails(rows), overview.stopped(rows)
    if as_json:
        click.echo(json.dumps({"games": games, "mails": mails, "stopped": stopped}, indent=1))
        return
    _print([{**game, **_in_short(game)} for game in games], mails, stopped, alone=True)


def _in_short(game: Told) -> Told:
    unreached = [seat for seat in game["seats"] if seat["undelivered"]]
    return {"taken": len(game["seats"]), "unreached": unreached}


def _show_all(here: Workspace) -> None:
    """Print the list of all games."""
    config = configuration.load(here.folder)

    def names(kind: str, data_hash: str) -> Callable[[str], str]:
        its = GAMES.get(kind)
        if its is None:
            return str
        return its.words.name if its.data_hash == data_hash else _names(here, kind, data_hash)

    with _rows(here, config) as rows:
        games = overview.of_games(rows, names)
        mails, stopped = overview.of_mails(rows), overview.stopped(rows)
    _print(list(_with_trouble(here, games)), mails, stopped, alone=False)


def _names(here: Workspace, kind: str, data_hash: str) -> Callable[[str], str]:
    """What a seat is called in games that are played with other data than the installed."""
    from pbem.campaign import game_data
    from pbem.daemon.moderator_folder import opened

    with opened(here.folder, own_tables=False) as world, world.store.reading() as db:
        return game_data.its_words(db, data_hash, world.games[kind]).name


def _with_trouble(here: Workspace, games: Sequence[Told]) -> Iterator[Told]:
    """The same, and for some: votes that are open, players whom no mail reaches."""
    nothing: Told = {"votes": [], "unreached": []}
    if not any(game["troubled"] for game in games):
        yield from ({**game, **nothing} for game in games)
        return
    from pbem.campaign.lookup import status
    from pbem.daemon.moderator_folder import opened
    from pbem.store import tables as t

    with opened(here.folder, own_tables=False) as world, world.store.reading() as db:
        for game in games:
            if not game["troubled"]:
                yield {**game, **nothing}
                continue
            whole = status.of_game(world, db, db.get_one(t.Game, game["id"]))
            yield {**game, "votes": whole["votes"], **_in_short(whole)}


@contextmanager
def _rows(here: Workspace, config: Config) -> Iterator[plain_reading.Rows]:
    """The rows of the database; where they cannot be had, what is wrong is raised."""
    with plain_reading.looking(config.database_url) as rows:
        if rows and config.inside(Path(KEY)).exists():
            yield rows
            return
    from pbem.daemon.moderator_folder import opened

    with opened(here.folder, own_tables=False) as world, world.store.reading() as db:
        yield plain_reading.of_connection(db.connection())


def _print(games: Sequence[Told], mails: Told, stopped: Told | None, *, alone: bool) -> None:
    moved = [] if alone else [game["name"] for game in games if game["status"] == "moved"]
    if listed := [game for game in games if game["name"] not in moved]:
        _print_overview(listed)
    elif not moved:
        click.echo("No games yet: `pbem new` makes one.")
    for game in games:
        for vote in game["votes"]:
            until = f"until {times.short(vote['due'])}" if vote["due"] else "no time runs"
            _say(f"Vote {vote['vote']} of {game['name']}: {vote['on']}, {until}.")
    for game in games:
        for seat in game["unreached"]:
            _say(_undelivered(game, seat))
    if moved:
        _say(f"Moved to another moderator: {', '.join(moved)}.")
    if alone:
        _print_seats(games[0])
        click.echo(f"Commitment to the dice:\n{games[0]['commitment']}\n")
    if stopped:
        since = times.short(stopped["since"])
        _say(f"All clocks stand still. They stopped on {since}; `pbem release` restarts them.")
        _say(f"{stopped['why']}\n")
    _say(_about_mails(mails))


def _say(text: str) -> None:
    """Print text, in lines of no more than `WIDTH`."""
    for line in text.split("\n"):
        click.echo(textwrap.fill(line, WIDTH, break_on_hyphens=False))


def _print_seats(game: Told) -> None:
    from rich.console import Console

    click.echo()
    Console(highlight=False, markup=False, width=WIDTH).print(_seats(game))
    click.echo()


def _show_health(ctx: click.Context, here: Workspace, as_json: bool) -> None:
    from pbem.daemon.moderator_folder import opened
    from pbem.daemon.monitoring import health

    with opened(here.folder, own_tables=False) as world:
        signs = health.signs(world, here.now())
    if as_json:
        click.echo(json.dumps({sign.name: sign.value for sign in signs}, indent=1))
    else:
        for sign in signs:
            advice = f": {sign.advice}" if sign.advice else ""
            click.echo(f"{'ok  ' if sign.ok else 'FAIL'}  {sign.said}{advice}")
    ctx.exit(0 if health.well(signs) else 1)


def _show_workers(here: Workspace, as_json: bool) -> None:
    from pbem.daemon.moderator_folder import opened
    from pbem.daemon.several_processes import processes_at_work

    with opened(here.folder, own_tables=False) as world:
        found, now = processes_at_work.found(world), here.now()
    if as_json:
        told = [{**asdict(one), "silent": one.is_silent(now)} for one in found]
        click.echo(json.dumps(told, indent=1, default=datetime.isoformat))
        return
    if not any(one.at_work for one in found):
        click.echo("No process is at work: start `pbem run`.")
    if found:
        from rich.console import Console

        from pbem.cli.support import worker_table

        Console(highlight=False, markup=False).print(worker_table.table(found, now))


def _print_overview(games: Sequence[Told]) -> None:
    """Print a line for each answer that is waited for."""
    lines = [("game", "state", "windows", "waits for", "until")]
    lines += [line for game in games for line in _lines(game)]
    columns = zip(*lines, strict=True)
    game, state, windows, whom, until = (max(map(len, column)) for column in columns)
    whom = max(12, min(whom, WIDTH - game - state - windows - until - 4 * len(GAP)))
    for n, line in enumerate(lines):
        for part, told in enumerate(textwrap.wrap(line[3], whom) or [""]):
            cells = (*line[:3], told, line[4]) if part == 0 else ("", "", "", told, "")
            widths = f"{cells[0]:<{game}}", f"{cells[1]:<{state}}", f"{cells[2]:>{windows}}"
            shown = GAP.join([*widths, f"{cells[3]:<{whom}}", cells[4]]).rstrip()
            click.echo(shown if n else click.style(shown, bold=True))


GAP = "  "


def _lines(game: Told) -> Iterator[tuple[str, str, str, str, str]]:
    awaited = [(_asked(game, one), _until(game, one)) for one in game["awaited"]]
    first = game["name"], game["status"], str(game["windows"])
    for n, (whom, until) in enumerate(awaited or [(_nobody(game), "")]):
        yield (*(("", "", "") if n else first), whom, until)


def _asked(game: Told, awaited: Told) -> str:
    """Say who is asked what, in the words that players see."""
    from pbem.reports.languages.english import asked_said

    return f"{awaited['shown']}: {asked_said(game['game'], awaited['question'])}"


def _nobody(game: Told) -> str:
    if game["status"] == "open":
        free = game["places"] - game["taken"]
        return f"{free} of {game['places']} seats to be taken"
    return ""


def _until(game: Told, awaited: Told) -> str:
    if awaited["since"] is None:
        return "report not sent yet"
    if awaited["due"] is None:
        return f"no time runs: {game['status']}"
    late = ", late" if awaited["late"] else ""
    reminded = f", reminded {awaited['reminded']}x" if awaited["reminded"] else ""
    return times.short(awaited["due"]) + (late or reminded)


def _seats(game: Told) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("seat", "played by", "in time", "last report", "address"):
        table.add_column(title, overflow="fold")
    for seat in game["seats"]:
        by = "a bot" if seat["bot"] else seat["person"] or "-"
        by += f" ({seat['stand_in']} instead)" if seat["stand_in"] else ""
        percent = seat["punctual"]["percent"]
        in_time = "-" if percent is None else f"{percent} %"
        table.add_row(seat["shown"], by, in_time, _delivery(seat), seat["address"] or "")
    return table


def _delivery(seat: Told) -> str:
    """What became of the last report to a seat."""
    mail = seat["last_report"]
    if mail is None:
        return "-"
    if mail["taken"]:
        return f"taken {times.short(mail['taken'])}"
    return "not delivered" if mail["state"] == "failed" else f"waits, {mail['tries']} tries"


def _undelivered(game: Told, seat: Told) -> str:
    """Why mails to a player do not get through."""
    since, reason = times.short(seat["undelivered"]["since"]), seat["undelivered"]["reason"]
    who = f"{seat['shown']} of {game['name']}, {seat['address']}"
    return f"Mails do not get through to {who}, since {since}: {reason}"


def _about_mails(mails: Told) -> str:
    said = [f"{mails['to send']} to send", f"{mails['to judge']} to judge"]
    said += [f"{mails[key]} {key}" for key in ("not delivered", "set aside") if mails[key]]
    return f"Mails: {', '.join(said)}."
