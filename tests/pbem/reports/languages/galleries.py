"""Galleries that are kept whole, for a reader to go through. Run it to write them anew."""

from collections.abc import Iterator
from pathlib import Path

from engine.core.messages import TEXT
from engine.games import GAMES
from pbem.cli.words import gallery_of
from pbem.reports.languages.gallery import gallery
from pbem.reports.languages.language import Language, codes, language_of

FOLDER = Path(__file__).parent / "expected"
SLOT = "\ue0ff"
GALLERIES = [(code, game) for code in codes() for game in ("", *GAMES)]


class Marked(Language):
    """A language that marks what slots hold, so that words that run into it are seen; for what is
    said as it stands it says X."""

    def printed(self, value, form):
        said = "X" if getattr(value, "id", "") == TEXT else super().printed(value, form)
        return f"{SLOT}{said}{SLOT}"


def file_of(code: str, game: str) -> Path:
    """Where a gallery is kept."""
    return FOLDER / f"{code}_{game.replace('-', '_') or 'all_games'}.txt"


def of_game(code: str, game: str, reader: str | None = None) -> Language:
    """A language with the names of a game, that tells a reader what the own seat did."""
    return language_of(code, game, GAMES[game].words, reader)


def lines(code: str, game: str) -> Iterator[tuple[str, str]]:
    """Each line of a gallery, with the id of its message; slots are marked."""
    language = of_game(code, game or next(iter(GAMES)))
    marked = Marked(language.texts, language.names)
    for id, said in gallery(marked, shared=not game):
        yield from ((id, line) for line in said)


def printed(code: str, game: str) -> str:
    """A gallery as it is kept: ids with what they say below."""
    shown = gallery_of(code, game)
    return "".join(f"{id}\n" + "".join(f"    {line}\n" for line in said) for id, said in shown)


if __name__ == "__main__":
    for code, game in GALLERIES:
        file_of(code, game).write_text(printed(code, game), "utf-8")
