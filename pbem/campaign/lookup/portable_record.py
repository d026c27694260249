"""The portable record: JSON Lines that anybody can keep and verify without the rules' code."""

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sqlmodel import Session as Db

from engine.core.decision import Refused
from engine.core.dice import canonical
from engine.core.record import Record, begun_from, spans
from pbem.campaign import game_data, game_store
from pbem.store import tables as t

FORMAT = 1
OPEN_TO_ALL = ("over", "cancelled")


class NoRecord(Exception):
    """A file is not a portable record; the text says what is wrong with it."""


def lines(db: Db, game: t.Game, *, unsealed: bool = False) -> Iterator[str]:
    """Yield a game's record line by line, with the header first. Raises Refused before its start.

    Lines that hide something go out sealed until the game is over, unless `unsealed`. Once it is
    over, the header has the secret of the dice.
    """
    record = game_store.whole_record(db, game)
    if not len(record):
        raise Refused(f"{game.name} has no record: it never started.")
    over = game.status in OPEN_TO_ALL
    header = _header(game, record)
    if over:
        header["secret"] = game_store.secret_of(db, game).reveal().hex()
        header |= _positions(db, game, record) | _data(db, record)
    yield canonical(header).decode()
    for line in record.export(over=over or unsealed):
        yield canonical(line).decode()


def _header(game: t.Game, record: Record) -> dict[str, Any]:
    options = json.loads(game.options)
    return {
        "pbem": FORMAT,
        "game": game.kind,
        "name": game.name,
        "options": options,
        "seats": options["seats"],
        "versions": _versions(record),
        "commitment": game.commitment,
        "status": game.status,
    }


def _versions(record: Record) -> list[dict[str, Any]]:
    """List which rules and data the game was played with, and from which line on."""
    found = spans(line.body for line in record.lines)
    return [{"line": span.first, "version": span.version, "data": span.data} for span in found]


def _positions(db: Db, game: t.Game, record: Record) -> dict[str, Any]:
    """Return the positions at which rules or data changed; each span is verified from there."""
    bodies = [line.body for line in record.lines]
    needed = {n for span in spans(bodies) for n in begun_from(bodies, span)}
    kept = {n: b64encode(game_store.position_at(db, game, n)).decode() for n in sorted(needed)}
    return {"positions": {str(n): data for n, data in kept.items()}} if kept else {}


def _data(db: Db, record: Record) -> dict[str, Any]:
    """Return the data files the game was played with, by hash, so that each span can be
    verified."""
    hashes = dict.fromkeys(span.data for span in spans(line.body for line in record.lines))
    kept = {digest: game_data.files_of(db, digest) for digest in hashes}
    told = {
        digest: {name: text.decode() for name, text in files.items()}
        for digest, files in kept.items()
        if files
    }
    return {"data": told} if told else {}


def read(file: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Read the header and lines of a portable record. Raises NoRecord, OSError."""
    try:
        texts = file.read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        raise NoRecord(f"{file}: should be text in UTF-8") from None
    read = [_read(file, n, text) for n, text in enumerate(texts, 1) if text.strip()]
    if not read or read[0].get("pbem") != FORMAT or not isinstance(read[0].get("game"), str):
        raise NoRecord(f'{file}: should begin with a line {{"pbem": {FORMAT}, "game": ...}}')
    header, *rest = read
    for n, line in enumerate(rest, 2):
        if wrong := _lacks(line):
            raise NoRecord(f"{file}, line {n}: {wrong}")
    if not rest or "body" not in rest[0] or rest[0]["body"].get("t") != "start":
        raise NoRecord(f"{file}: its second line should be the start of the game")
    return header, rest


def _read(file: Path, n: int, text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise NoRecord(f"{file}, line {n}: should be JSON: {error}") from None
    if not isinstance(found, dict):
        raise NoRecord(f"{file}, line {n}: should be a JSON object")
    return found


def _lacks(line: Mapping[str, Any]) -> str:
    """Say what is missing in a line of a record; empty if nothing."""
    if not isinstance(line.get("n"), int) or not isinstance(line.get("hash"), str):
        return "should have a number n and a hash"
    if isinstance(line.get("sealed"), str):
        return ""
    if not isinstance(line.get("salt"), str) or not isinstance(line.get("body"), dict):
        return "should have a salt and a body, or be sealed"
    return "" if isinstance(line["body"].get("t"), str) else "its body should have a type t"
