"""Galleries that are kept whole, for a reader to go through. Run it to write them anew."""

from collections.abc import Iterator
from pathlib import Path

from engine.games import GAMES
from pbem.cli.words import of_game
from pbem.reports.languages.gallery import gallery
from pbem.reports.languages.language import Language, codes

FOLDER = Path(__file__).parent / "expected"
SLOT = "\ue0ff"
GALLERIES = [(code, game) for code in codes() for game in ("", *GAMES)]


class Marked(Language):
    """A language that marks what slots hold: where words run into it, that is seen."""

    def printed(self, value, form):
        return f"{SLOT}{super().printed(value, form)}{SLOT}"


def file_of(code: str, game: str) -> Path:
    """Where a gallery is kept."""
    return FOLDER / f"{code}_{game.replace('-', '_') or 'all_games'}.txt"


def lines(code: str, game: str) -> Iterator[tuple[str, str]]:
    """Each line of a gallery, with the id of its message; slots are marked."""
    language = of_game(code, game)
    for id, said in gallery(Marked(language.texts, language.names)):
        yield from ((id, line) for line in said)


def printed(code: str, game: str) -> str:
    """A gallery as it is kept: ids with what they say below."""
    shown = gallery(of_game(code, game))
    return "".join(f"{id}\n" + "".join(f"    {line}\n" for line in said) for id, said in shown)


if __name__ == "__main__":
    for code, game in GALLERIES:
        file_of(code, game).write_text(printed(code, game))
