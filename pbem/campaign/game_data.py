"""The data files that games are played with, kept by hash.

So a correction applies to new games; a running game uses it only when its host says so.
"""

import json
import zlib
from collections.abc import Callable, Mapping
from difflib import unified_diff
from functools import lru_cache

from sqlmodel import Session as Db

from engine.core.dice import canonical
from engine.core.game import Game
from engine.core.record import Diverged
from engine.orders.vocabulary import Vocabulary
from pbem.store import tables as t

WithData = Callable[[Mapping[str, bytes]], Game]


class OtherData(Diverged):
    """A game is played with data other than the installed ones, and its own cannot be used."""


def keep(db: Db, rules: Game) -> None:
    """Keep the data of these rules, for the games that are played with them."""
    if rules.data_hash and db.get(t.GameData, rules.data_hash) is None:
        files = {name: data.decode() for name, data in rules.data.items()}
        packed = zlib.compress(canonical(files), 9)
        db.add(t.GameData(hash=rules.data_hash, data=packed))


def files_of(db: Db, digest: str) -> dict[str, bytes]:
    """Return the files with this hash; empty if they were never kept."""
    row = db.get(t.GameData, digest)
    return _unpacked(row.data) if row else {}


def _unpacked(packed: bytes) -> dict[str, bytes]:
    files: dict[str, str] = json.loads(zlib.decompress(packed))
    return {name: text.encode() for name, text in files.items()}


def its_rules(db: Db, game: t.Game, rules: Game) -> Game:
    """Return the installed rules with the data that this game is played with. Raises OtherData."""
    nothing_to_play = game.status in ("over", "cancelled") and rules.with_data is None
    return rules if nothing_to_play else with_hash(db, rules, game.data_hash)


def words_of(db: Db, game: t.Game, games: Mapping[str, Game]) -> Vocabulary:
    """Return the vocabulary for the data that a game is played with."""
    return its_words(db, game.data_hash, games[game.kind])


def its_words(db: Db, digest: str, rules: Game) -> Vocabulary:
    """Return the vocabulary for the data with this hash; the installed one if those cannot be
    used."""
    try:
        return with_hash(db, rules, digest).words
    except OtherData:
        return rules.words


def with_hash(db: Db, rules: Game, digest: str) -> Game:
    """Return the installed rules with the data of this hash. Raises OtherData."""
    if digest == rules.data_hash:
        return rules
    row = db.get(t.GameData, digest)
    if row is None or rules.with_data is None:
        raise OtherData("it is played with other data than the installed ones")
    try:
        return _with_data(rules.with_data, digest, row.data)
    except Exception as problem:
        why = f"the data it is played with cannot be read any more ({type(problem).__name__})"
        raise OtherData(why) from problem


@lru_cache(maxsize=8)
def _with_data(with_data: WithData, digest: str, packed: bytes) -> Game:
    rules = with_data(_unpacked(packed))
    if rules.data_hash != digest:
        raise ValueError(f"data kept as {digest} are {rules.data_hash}")
    return rules


def differences(db: Db, game: t.Game, rules: Game) -> list[str]:
    """Return how the installed files differ from those a game is played with, as lines of a unified
    diff."""
    old, new = files_of(db, game.data_hash), rules.data
    found: list[str] = []
    for name in dict.fromkeys((*old, *new)):
        was, now = (files.get(name, b"").decode().splitlines() for files in (old, new))
        titles = f"{name} of {game.name}", f"{name} as installed"
        found += unified_diff(was, now, *titles, n=1, lineterm="")
    return found
