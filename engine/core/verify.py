"""Independent checks of a portable record: the chain, the dice, the rules.

A portable record is JSON Lines: a header {"pbem": 1, ...}, then the lines as
`engine.core.record.exported` writes them. docs/dice.md describes what a checker needs.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from engine.core.decision import Choice, Decision, Refused, Seat, as_choice
from engine.core.dice import Dice, Seed, commitment, seed_of
from engine.core.game import DataError, Game
from engine.core.record import (
    Body,
    Diverged,
    Line,
    Record,
    Span,
    begun_from,
    chained,
    sealed,
    spans,
)
from engine.core.record_lines import step_of_path
from engine.core.session import Session

Exported = Mapping[str, Any]


class Finding(NamedTuple):
    """The result of one check. `ok` is None if it could not be made; `text` says why."""

    check: str
    ok: bool | None
    text: str


def verify(header: Exported, lines: Sequence[Exported], games: Mapping[str, Game]) -> list[Finding]:
    """Return the findings in order: chain, dice, then the rules of each span."""
    chain = verify_chain(lines)
    if not chain.ok:
        unread = "not looked at, since the chain is broken"
        return [chain, Finding("dice", None, unread), Finding("rules", None, unread)]
    seed, dice = _seed(header, lines)
    return [
        chain,
        dice or verify_dice(lines, seed),
        *verify_rules(header, lines, seed, games),
    ]


def verify_chain(lines: Sequence[Exported]) -> Finding:
    """Check that each line's hash follows from the one before and the line's commitment."""
    before = ""
    for n, line in enumerate(lines):
        told = line.get("sealed") or sealed(line["salt"], line["body"])
        if line["n"] != n or line["hash"] != chained(before, told):
            return Finding("chain", False, f"broken at line {n}: it was changed, or one is missing")
        before = line["hash"]
    hidden = sum("sealed" in line for line in lines)
    told = f", {hidden} of them sealed" if hidden else ""
    return Finding("chain", True, f"{len(lines)} lines{told}, the last {before[:12]}")


def _seed(header: Exported, lines: Sequence[Exported]) -> tuple[Seed, Finding | None]:
    if not header.get("secret"):
        return Seed(b""), Finding("dice", None, "the seed is not published until the game ends")
    start, secret = lines[0]["body"], Seed(bytes.fromhex(header["secret"]))
    if commitment(secret) != start["commitment"]:
        return Seed(b""), Finding("dice", False, "the secret is not the one committed to")
    seats = start["options"]["seats"]
    return seed_of(secret, seats, [start["words"].get(seat, "") for seat in seats]), None


def verify_dice(lines: Sequence[Exported], seed: Seed) -> Finding:
    """Check that every salt and every draw follows from the seed. Runs no rules."""
    dice = Dice(seed)
    drawn = 0
    for n, line, path, opening in _paths(lines, dice):
        body = line["body"]
        if body["t"] == "segment" and body["path"] != path:
            return Finding("dice", False, f"line {n}: the path is not what the choices make it")
        if line["salt"] != dice.hash("salt", n):
            return Finding("dice", False, f"line {n}: the salt is not the seed's")
        if body["t"] == "draw":
            own = opening if body["label"].startswith("anytime: ") else path
            index = dice.index(body["of"], own, body["epoch"], body["label"], body["occurrence"])
            if (index, own) != (body["index"], body["path"]):
                return Finding("dice", False, f"line {n}: {body['label']} was not {body['value']}")
            drawn += 1
    return Finding("dice", True, f"{drawn} draws follow from the published secret")


def _paths(lines: Sequence[Exported], dice: Dice) -> Iterator[tuple[int, Exported, str, str]]:
    """Yield each line with the path after it and the path at its segment's start."""
    after: dict[int, tuple[str, str]] = {-1: ("", "")}
    for n, line in enumerate(lines):
        body = line["body"]
        path, opening = after[body["back"]] if body["t"] == "undo" else after[n - 1]
        if body["t"] == "segment":
            path = opening = dice.hash("path", path, "segment", body["number"])
        elif step := step_of_path(body):
            path = dice.hash("path", path, *step)
        after[n] = path, opening
        yield n, line, path, opening


def verify_rules(
    header: Exported, lines: Sequence[Exported], seed: Seed, games: Mapping[str, Game]
) -> list[Finding]:
    """Replay each span of the record under the version that played it, and compare line by line.

    A span whose version or data is not available is reported as such.
    """
    game = games.get(header["game"])
    found = []
    for span in spans(line.get("body", {}) for line in lines):
        ok, text = _verify_span(header, lines, span, seed, game)
        found.append(Finding("rules", ok, f"{_named(span)}: {text}"))
    return found


def _named(span: Span) -> str:
    data = f" and data {span.data[:8]}" if span.data else ""
    return f"lines {span.first} to {span.last}, version {span.version}{data}"


def _verify_span(
    header: Exported, lines: Sequence[Exported], span: Span, seed: Seed, game: Game | None
) -> tuple[bool | None, str]:
    if game is None:
        return None, f"not replayed: the game {header['game']!r} is not known"
    game = _with_its_data(header, span, game)
    if why := _not_at_hand(span, game):
        return None, f"not replayed: {why}"
    if not header.get("secret"):
        return None, "not replayed until the seed is published"
    read = [Line(line["body"], line["salt"], line["hash"]) for line in lines[: span.last + 1]]
    positions = {int(n): b64decode(data) for n, data in header.get("positions", {}).items()}
    for n in begun_from([line.body for line in read], span):
        if n not in positions:
            return None, f"not replayed: the record lacks the position at line {n}"
        mark = Dice(seed).hash("state", sha256(positions[n]).hexdigest())
        if read[n].body["state"] != mark:
            return False, f"the position at line {n} is not the one that was played from"
    try:
        differs = replay(game, seed, read, span.first, positions)
    except Refused:
        return False, "a choice in it is not legal"
    except Diverged as problem:
        return False, str(problem)
    if differs is not None:
        return False, f"line {differs}: played again, it is another"
    return True, "played again, the same"


def _with_its_data(header: Exported, span: Span, game: Game) -> Game:
    """Return the game with the data that a span was played with, if the record contains them."""
    files: Mapping[str, str] = header.get("data", {}).get(span.data, {})
    if span.data == game.data_hash or not files or game.with_data is None:
        return game
    try:
        own = game.with_data({name: text.encode() for name, text in files.items()})
    except (DataError, ValueError, LookupError):  # an older version's, or not what they claim
        return game
    return own if own.data_hash == span.data else game


def _not_at_hand(span: Span, game: Game) -> str:
    """Say why this game cannot replay a span; empty if it can."""
    if span.version != game.version:
        return f"the version at hand is {game.version}"
    return "" if span.data == game.data_hash else f"the data at hand are {game.data_hash[:8]}"


def replay(
    game: Game, seed: Seed, lines: Sequence[Line], first: int, positions: Mapping[int, bytes]
) -> int | None:
    """Return the number of the first line from `first` on that comes out differently, or None.

    `positions`: the snapshots that the replay begins from or goes back to, by line. Raises Refused
    if a choice in the record is not legal, Diverged if a different question is asked.
    """
    feed = _Feed([line.body for line in lines[first:]])
    session = _begun(game, Dice(seed), lines[:first], positions, lines[0].body, feed)
    compared = first
    while True:
        played = len(session.record)
        for n in range(compared, min(played, len(lines))):
            if session.record.line(n).body != lines[n].body:
                return n
        if played >= len(lines):
            return None
        compared = played
        feed.act(session, lines[played].body)
        if len(session.record) == played:
            return played


def _begun(
    game: Game,
    dice: Dice,
    lines: Sequence[Line],
    positions: Mapping[int, bytes],
    start: Body,
    feed: _Feed,
) -> Session:
    """Return the game as it stood after these lines, or a new one if there are none."""
    policy = feed.answer
    if lines:
        return Session(game, dice, Record(lines, positions), policy=policy)
    words, sworn = start["words"], start["commitment"]
    return Session.start(game, dice, start["options"], words=words, commitment=sworn, policy=policy)


class _Feed:
    """The record's answers, joint ones as groups, for a session that replays it."""

    def __init__(self, bodies: Sequence[Body]) -> None:
        self.groups: list[dict[Seat, Body]] = []
        self.at = 0
        for body in bodies:
            if body["t"] == "choice":
                if body["part"] == 0:
                    self.groups.append({})
                self.groups[-1][body["seat"]] = body

    def take(self, seat: Seat) -> tuple[Choice, str]:
        """Return the seat's next answer and its source. Raises Diverged if there is none."""
        if self.at == len(self.groups) or seat not in self.groups[self.at]:
            raise Diverged(f"{seat} is asked where the record has no answer of it")
        body = self.groups[self.at].pop(seat)
        self.at += not self.groups[self.at]
        return as_choice(body["choice"]), body["source"]

    def answer(self, seat: Seat, _decision: Decision) -> tuple[Choice, str]:
        """Return the seat's next answer, for a seat that nobody waits for."""
        return self.take(seat)

    def act(self, session: Session, body: Body) -> None:
        """Do what this line says was done."""
        if body["t"] == "choice":
            self._answer_together(session)
        elif body["t"] == "anytime":
            source = body.get("source", "order")
            session.anytime(body["seat"], as_choice(body["choice"]), source)
        elif body["t"] == "change":
            session.change(as_choice(body["choice"]), body["because"])
        elif body["t"] == "note":
            session.note(**{key: value for key, value in body.items() if key != "t"})
        elif body["t"] == "undo":
            self._go_back(session, body)
        elif body["t"] == "segment":
            session.go_on()
        elif body["t"] == "version":
            session.take_up()

    def _answer_together(self, session: Session) -> None:
        """Submit the answers of one group; an answer that settles the question is its last."""
        played = len(session.record)
        for seat in session.waiting():
            if len(session.record) == played:
                session.submit(seat, *self.take(seat))

    def _go_back(self, session: Session, body: Body) -> None:
        begun, by = session.record.standing()[0], body.get("by")
        if body["back"] == begun and by is None and "epoch" not in body:
            session.restart(body["because"])
        else:
            new_dice = "epoch" in body
            session.undo(body["back"] + 1, body["because"], new_dice=new_dice, by=by)
