"""The available games, in the order in which they are listed."""

from collections.abc import Iterator, MutableMapping
from importlib import import_module

from engine.core.game import Game

NAMES = ("struggle-of-empires", "empires-of-the-ancient-world", "seven-years-world-war")


class Games(MutableMapping[str, Game]):
    """Games by name; each is loaded when it is first asked for, which takes a while."""

    def __init__(self) -> None:
        self._loaded: dict[str, Game | None] = dict.fromkeys(NAMES)

    def __getitem__(self, name: str) -> Game:
        if (game := self._loaded[name]) is None:
            game = self._loaded[name] = import_module(f"engine.{name.replace('-', '_')}").GAME
        assert game
        return game

    def __setitem__(self, name: str, game: Game) -> None:
        self._loaded[name] = game

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._loaded

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded)

    def __len__(self) -> int:
        return len(self._loaded)


GAMES = Games()
