"""`pbem status`: games, whose answers are awaited, until when."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from sqlmodel import col, select

from pbem.campaign import control
from pbem.campaign.lookup import status
from pbem.cli.here import Here, pass_here
from pbem.daemon import health
from pbem.daemon.moderator import opened
from pbem.features.safety_stop import safety_stop
from pbem.reports import times
from pbem.store import tables as t

Told = Mapping[str, Any]
WIDTH = 80


@click.command("status")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
@click.option(
    "--health", "healthy", is_flag=True, help="Show whether all works, and exit with 1 if not."
)
@pass_here
@click.pass_context
def command(ctx: click.Context, here: Here, name: str | None, as_json: bool, healthy: bool) -> None:
    """Show games, who has to answer, and waiting mails.

    \b
    Example:
      pbem status
      pbem status club1 --json
      pbem status --health
    """
    if healthy:
        _show_health(ctx, here, as_json)
        return
    with opened(here.folder) as world, world.store.reading() as db:
        if name is not None:
            rows = [control.game_named(db, name)]
        else:
            rows = list(db.exec(select(t.Game).order_by(col(t.Game.id))))
        games = [status.of_game(world, db, row) for row in rows]
        mails, stopped = status.of_mails(db), safety_stop.stopped(db)
    if as_json:
        told = {"games": games, "mails": mails, "stopped": stopped}
        click.echo(json.dumps(told, indent=1))
        return
    console = Console(highlight=False, markup=False, width=WIDTH)
    if games:
        console.print(_overview(games))
    else:
        console.print("No games yet: `pbem new` makes one.")
    for game in games:
        for vote in game["votes"]:
            until = f"until {times.short(vote['due'])}" if vote["due"] else "no time runs"
            console.print(f"Vote {vote['vote']} of {game['name']}: {vote['on']}, {until}.")
    for game in games:
        for seat in game["seats"]:
            if seat["undelivered"]:
                console.print(_undelivered(game, seat))
    if name is not None:
        console.print()
        console.print(_seats(games[0]))
        console.print()
        console.print(f"Commitment to the dice:\n{games[0]['commitment']}\n")
    if stopped:
        since = times.short(stopped["since"])
        console.print(
            f"All clocks stand still. They stopped on {since}; `pbem release` restarts them."
        )
        console.print(f"{stopped['why']}\n")
    console.print(_about_mails(mails))


def _show_health(ctx: click.Context, here: Here, as_json: bool) -> None:
    with opened(here.folder) as world:
        signs = health.signs(world, here.now())
    if as_json:
        click.echo(json.dumps({sign.name: sign.value for sign in signs}, indent=1))
    else:
        for sign in signs:
            advice = f": {sign.advice}" if sign.advice else ""
            click.echo(f"{'ok  ' if sign.ok else 'FAIL'}  {sign.said}{advice}")
    ctx.exit(0 if health.well(signs) else 1)


def _overview(games: Sequence[Told]) -> Table:
    """A line for each answer that is waited for."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("game", "state", "windows"):
        table.add_column(title, no_wrap=True, justify="right" if title == "windows" else "left")
    table.add_column("waits for", overflow="fold")
    table.add_column("until", no_wrap=True)
    for game in games:
        awaited = [
            (f"{one['shown']}: {one['question']}", _until(game, one)) for one in game["awaited"]
        ]
        for n, (whom, until) in enumerate(awaited or [(_nobody(game), "")]):
            first = (game["name"], game["status"], str(game["windows"]))
            table.add_row(*(("", "", "") if n else first), whom, until)
    return table


def _nobody(game: Told) -> str:
    if game["status"] == "open":
        free = game["places"] - len(game["seats"])
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
