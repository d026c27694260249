"""`pbem report`: a report again, for a seat or for a forum."""

from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from engine.core.decision import Refused
from engine.orders.vocabulary import Vocabulary
from pbem.campaign import game_data, host_acts
from pbem.campaign.lookup import last_report_again
from pbem.campaign.mails.outbox import Context
from pbem.cli.support.workspace import (
    Workspace,
    is_hidden,
    look,
    look_option,
    pass_workspace,
    refuse_to_show,
    write_file,
)
from pbem.daemon.map_cache import maps_of
from pbem.forum import paste
from pbem.reports import compose_mail
from pbem.reports.drawing.map_svg import MapFailed
from pbem.reports.languages.language import ENGLISH, codes
from pbem.reports.mails import PlayMail
from pbem.store import tables as t


@click.command("report")
@click.argument("name")
@click.option("--seat", help="As this seat sees it.")
@click.option(
    "--public", is_flag=True, help="As everybody may see it (the default without --seat)."
)
@click.option(
    "--format", "form", type=click.Choice(list(paste.FORMATS)), default="text", show_default=True
)
@click.option(
    "--map",
    "picture",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the map to FILE.",
)
@click.option(
    "--language",
    type=click.Choice(codes()),
    help="What the report is in; without it, the game's language.",
)
@look_option
@pass_workspace
def command(
    here: Workspace,
    name: str,
    seat: str | None,
    public: bool,
    form: str,
    picture: Path | None,
    language: str | None,
    see_all: bool,
) -> None:
    """Print the latest report.

    It tells what happened last and where everybody stands. A public report shows no secrets, no
    addresses and no tags.

    \b
    Example:
      pbem report club1 --public --format bbcode --map club1.png
    """
    if seat and (public or form in paste.FOR_FORUMS):
        raise click.UsageError("a seat sees things that a forum must not see: leave out --seat")
    with here.hand(f"report {name}") as post:
        game = host_acts.game_named(post.db, name)
        words = game_data.words_of(post.db, game, post.world.games)
        key = words.key(seat) if seat else None
        _let_look(post, game, key, see_all)
        report = last_report_again.report(post, game, key)
        report.language = language or game.language or ENGLISH
        maps = maps_of(post.world.config.folder)
    if picture is not None:
        write_file(picture, _drawn(maps, game.kind, report))
    click.echo(_printed(report, words, form, picture))


def _let_look(post: Context, game: t.Game, seat: str | None, see_all: bool) -> None:
    if is_hidden(post, game, seat):
        if not see_all:
            refuse_to_show(game)
        look(post, game)


def _printed(report: PlayMail, words: Vocabulary, form: str, picture: Path | None) -> str:
    """The report in this form; `picture` is the map beside it, which nobody misses otherwise."""
    report = replace(report, map=picture is not None, no_map=picture is None)
    if report.seat is None:
        return paste.post(report, words, form, picture.name if picture else None)
    parts = compose_mail.compose(report, words)
    if form == "html":
        return parts.html.replace("cid:map", picture.name if picture else "")
    return f"{parts.subject}\n\n{parts.text}"


def _drawn(maps: Any, rules: str, report: PlayMail) -> bytes:
    try:
        png: bytes = maps(rules, report.position.view, report.events, report.language)
    except MapFailed as failed:
        raise Refused(f"No map could be drawn: {failed}") from None
    return png
