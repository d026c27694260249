"""`pbem new`: a campaign that players can join."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import click
import msgspec

from engine.core.decision import Refused
from engine.core.game import Game
from engine.core.messages import Message
from engine.games import GAMES
from pbem.cli.support import pace_options
from pbem.cli.support.workspace import Workspace, pass_workspace, say_done
from pbem.daemon.own_tables import games_at
from pbem.features.joining import join_and_leave, opening_and_starting
from pbem.mail import identity
from pbem.reports.languages.english import shared_said
from pbem.settings import attendance_policy, pacing
from pbem.settings.sections.new_games import Pace, People
from pbem.store import tables as t

HELP = f"""Create a game and mail the invitations.

It starts by itself when all seats are taken. The commitment to its dice is published now.

\b
Example:
  pbem new {next(iter(GAMES))} --name club1 --seats 5 --bots 2 \\
      --invite friend@example.org --invite other@example.org
  pbem new {next(iter(GAMES))} --name club2 --pace "3 working days" \\
      --pace-hours 8-22 --zone Europe/Berlin --grace 12h
  pbem new --list-options {next(iter(GAMES))}
"""
WIDTH = 79
YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


@click.command("new", help=HELP)
@click.argument("game", type=click.Choice(list(GAMES)), metavar="GAME")
@click.option("--name", help="The name of the game in mails and commands.")
@click.option("--seats", type=click.IntRange(min=1), help="Number of players.")
@click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="An option of the game."
)
@click.option(
    "--invite",
    "invited",
    multiple=True,
    metavar="ADDRESS",
    help="Invite this address. Can be repeated.",
)
@click.option("--bots", type=click.IntRange(min=0), default=0, help="Number of seats for bots.")
@click.option(
    "--host-plays", is_flag=True, help="You play, too: commands hide what your seat cannot see."
)
@click.option("--pace", "time", metavar="48h", help="Time for an answer; also 2 days.")
@pace_options.options(Pace, without="time", prefixed=("hours", "days"))
@pace_options.options(People)
@click.option(
    "--undo",
    "dice",
    type=click.Choice(["same-dice", "new-dice"]),
    default="same-dice",
    show_default=True,
    help="Whether an undo reuses the dice or rolls new ones.",
)
@pace_options.LANGUAGE
@click.option("--list-options", is_flag=True, help="Show what --set can choose, and exit.")
@pass_workspace
def command(
    here: Workspace,
    /,
    game: str,
    name: str | None,
    seats: int | None,
    settings: Sequence[str],
    invited: Sequence[str],
    bots: int,
    host_plays: bool,
    dice: str,
    language: str,
    list_options: bool,
    time: str | None,
    **given: Any,
) -> None:
    """Create a campaign."""
    if list_options:
        _list_options(games_at(here.folder, GAMES)[game])
        return
    if name is None:
        raise click.MissingParameter(param_hint="--name", param_type="option")
    rules = games_at(here.folder, GAMES)[game]
    options = read_settings(rules, settings) | ({"seats": seats} if seats else {})
    terms = pace_options.terms(given)
    paced = pace_options.given(time, **given)
    addresses = list(dict.fromkeys(map(_address, invited)))
    with here.hand(f"new {name}") as post:
        row = opening_and_starting.new(
            post.world,
            post.db,
            post.now,
            rules=game,
            name=name,
            options=options,
            pace=pace_options.readable(post.world.config.pace.of_new_games, paced),
            treats=msgspec.structs.replace(post.world.config.people.of_new_games, **terms),
            host_plays=host_plays,
            bots=bots,
            new_dice=dice == "new-dice",
            language=language,
        )
        places, own = join_and_leave.places(row), post.world.config.moderator.address
        for address in addresses:
            _refuse_unreachable(address, own)
            join_and_leave.invite(post, row, address)
    say_done(
        post,
        f"{name} is open: {places} seats, {bots} of them for bots.",
        *_too_many(len(addresses), places - bots),
        *[f"{shared_said(line)}." for line in _terms(row)],
        f"Commitment to its dice: {row.commitment}",
        f"To join, players write to {own}: join {name}",
    )


def _terms(row: t.Game) -> list[Message]:
    """How long answers may take, and by which terms a game is played."""
    kept = attendance_policy.restored(row.terms)
    return [*pacing.said(pacing.restored(row.pace)), *attendance_policy.said(kept)]


def _list_options(game: Game) -> None:
    """The options of a game and what each can be, a line each, wrapped where it is long."""
    for option in game.option_list:
        click.echo(f"{option.key}: {option.line} ({option.default})")
        width = max((len(value.value) for value in option.values), default=0)
        for value in option.values:
            said = f"{value.line} ({value.limits})" if value.limits else value.line
            first = f"  {value.value:<{width}}  "
            click.echo(
                textwrap.fill(said, WIDTH, initial_indent=first, subsequent_indent=" " * len(first))
            )


def read_settings(game: Game, settings: Sequence[str]) -> dict[str, Any]:
    """Read `key=value` as the game's options have them: its defaults tell numbers, lists, switches.

    Raises Refused for a key that there is not, click.BadParameter for what is no setting.
    """
    defaults: Mapping[str, Any] = game.options({})
    read: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not (equals and key):
            raise click.BadParameter(f"{setting!r}: write it as key=value", param_hint="--set")
        if key not in defaults:
            known = ", ".join(defaults)
            raise Refused(f"{game.title} has no option {key!r}. Its options: {known}.")
        read[key] = _like(defaults[key], key, value)
    return read


def _like(default: Any, key: str, value: str) -> Any:
    if isinstance(default, bool):
        if value.lower() not in YES + NO:
            raise click.BadParameter(
                f"{key} should be yes or no, not {value!r}", param_hint="--set"
            )
        return value.lower() in YES
    if isinstance(default, list):
        return [part.strip() for part in value.split(",") if part.strip()]
    if isinstance(default, int):
        if not value.isdecimal():
            raise click.BadParameter(f"{key} should be a number, not {value!r}", param_hint="--set")
        return int(value)
    return value


def _too_many(invited: int, free: int) -> list[str]:
    """Tell the host who gets the seats, if more are invited than there are."""
    if invited <= free:
        return []
    first, seats = ("The first", "1 seat") if free == 1 else (f"The first {free}", f"{free} seats")
    return [
        f"{first} to answer {'gets it' if free == 1 else 'get them'}: {seats}, {invited} invited."
    ]


def _address(text: str) -> str:
    if bare := identity.bare(text):
        raise _no_address(f"give the bare address: {bare}")
    address = identity.normalise(text)
    if address is None:
        raise _no_address(f"{text!r} is not a mail address")
    return address


def _refuse_unreachable(address: str, own: str) -> None:
    if identity.is_ours(address, own):
        raise _no_address(f"{address} is the moderator's own address")
    if identity.is_local(address, own):
        raise _no_address(f"{address}: the domain has no dot")


def _no_address(why: str) -> click.BadParameter:
    return click.BadParameter(why, param_hint="--invite")
