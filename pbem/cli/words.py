"""`pbem words`: what a language lacks, and how what it has reads."""

from collections.abc import Iterable, Iterator

import click

from engine.games import GAMES
from pbem.reports.drawing.map_svg import map_folder, words_file
from pbem.reports.game_parts import help_lacking
from pbem.reports.languages import gallery
from pbem.reports.languages.language import ENGLISH, codes, language_of, texts_of

HELP = f"""Show what a language lacks.

Each message that is still said in English is listed with its English text. With --gallery, every
message that the language has is printed with each kind of argument, for a reader to go through.
LANG is a folder of templates/languages: {", ".join(codes())}.

\b
Example:
  pbem words de --gallery --game {next(iter(GAMES))}
"""


@click.command("words", help=HELP)
@click.argument("code", type=click.Choice(codes()), metavar="LANG")
@click.option("--game", type=click.Choice(list(GAMES)), help="Only the messages of one game.")
@click.option("--gallery", "printed", is_flag=True, help="Print what it has, with examples.")
def command(code: str, game: str | None, printed: bool) -> None:
    """Show what a language lacks, or its gallery."""
    games = [game] if game else ["", *GAMES]
    for line in _gallery(code, games) if printed else _gaps(code, games):
        click.echo(line)


def _gallery(code: str, games: list[str]) -> Iterator[str]:
    for game in games:
        for id, said in gallery_of(code, game):
            yield id
            yield from (f"    {line}" for line in said)


def gallery_of(code: str, game: str) -> Iterator[tuple[str, list[str]]]:
    """Say all messages of a game, or with "" those that all games share."""
    names = game or next(iter(GAMES))
    return gallery.gallery(language_of(code, names, GAMES[names].words), shared=not game)


def _gaps(code: str, games: list[str]) -> Iterator[str]:
    found, there = lacking(code, games)
    yield from (f"{id} = {english}" for id, english in found.items())
    yield f"{len(found)} of {there} messages are missing."
    yield from (f"In English: {what}." for what in in_english(code, filter(None, games)))


def lacking(code: str, games: Iterable[str] = ("", *GAMES)) -> tuple[dict[str, str], int]:
    """Find what a language lacks, by its id with the English text, and how much there is."""
    found = {gap.id: gap.english for game in games for gap in gallery.gaps(texts_of(code, game))}
    return found, len({id for game in games for id in texts_of(ENGLISH, game).messages})


def in_english(code: str, games: Iterable[str] = tuple(GAMES)) -> Iterator[str]:
    """Tell what else of the games a language lacks: help, words of the map, orders."""
    for name in games if code != ENGLISH else ():
        game, drawings = GAMES[name], map_folder(name)
        missing, there = help_lacking(game, code)
        if missing:
            topics = ", ".join(missing)
            yield f"{len(missing)} of {there} texts of help on {name} ({topics})"
        if drawings and not words_file(drawings, code).is_file():
            yield f"the words on the map of {name}"
        if code not in game.words.tongues:
            yield f"the orders of {name}"
