"""Checks of a portable record: the chain, the dice, the rules, each for itself.

A portable record is JSON Lines: a header {"pbem": 1, ...}, then the lines as
`engine.record.exported` writes them. What it needs is told in docs/dice.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.decision import Choice, Refused, Seat, as_choice
from engine.dice import Dice, Seed, commitment, seed_of
from engine.game import Game
from engine.record import Body, Diverged, chained, sealed
from engine.session import Session

Exported = Mapping[str, Any]


class Finding(NamedTuple):
    """What one check found. `ok` is None where it could not be made; `text` says why."""

    check: str
    ok: bool | None
    text: str


def verify(header: Exported, lines: Sequence[Exported], games: Mapping[str, Game]) -> list[Finding]:
    """The three findings, in order: chain, dice, rules."""
    chain = verify_chain(lines)
    if not chain.ok:
        unread = "not looked at, since the chain is broken"
        return [chain, Finding("dice", None, unread), Finding("rules", None, unread)]
    seed, dice = _seed(header, lines)
    return [
        chain,
        dice or verify_dice(lines, seed),
        verify_rules(header, lines, seed, games),
    ]


def verify_chain(lines: Sequence[Exported]) -> Finding:
    """Whether each line's hash follows from the one before and the line's commitment."""
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
    """Whether every salt and every draw follows from the seed. No rules are run."""
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
    """Each line with the path behind it and that of its segment's start."""
    after: dict[int, tuple[str, str]] = {-1: ("", "")}
    for n, line in enumerate(lines):
        body = line["body"]
        path, opening = after[body["back"]] if body["t"] == "undo" else after[n - 1]
        if body["t"] == "segment":
            path = opening = dice.hash("path", path, "segment", body["number"])
        elif body["t"] == "choice":
            step = "choice", body["seat"], body["kind"], body["choice"]
            path = dice.hash("path", path, *step)
        elif body["t"] == "change":
            path = dice.hash("path", path, "change", body["choice"])
        after[n] = path, opening
        yield n, line, path, opening


def verify_rules(
    header: Exported, lines: Sequence[Exported], seed: Seed, games: Mapping[str, Game]
) -> Finding:
    """Play the record again under these rules, and compare line by line."""
    game = games.get(header["game"])
    if game is None:
        return Finding("rules", None, f"not replayed: the game {header['game']!r} is not known")
    if not header.get("secret"):
        return Finding("rules", None, "not replayed until the seed is published")
    mine = (game.version, game.data_hash)
    other = next((n for n, x in enumerate(lines) if _rules_of(x["body"], mine) != mine), None)
    if other == 0:
        return Finding("rules", None, f"not replayed: begun under {lines[0]['body']['version']}")
    bodies = [line["body"] for line in lines[:other]]
    try:
        differs = replay(game, seed, bodies)
    except (Refused, Diverged) as problem:
        return Finding("rules", False, str(problem))
    if differs is not None:
        return Finding("rules", False, f"line {differs}: played again, it is another")
    whole = f"{len(bodies)} lines played again under version {game.version}"
    if other is not None:
        return Finding(
            "rules", True, f"{whole}; from line {other} on another version: not replayed"
        )
    return Finding("rules", True, whole)


def _rules_of(body: Body, otherwise: tuple[str, str]) -> tuple[str, str]:
    return (body["version"], body["data"]) if "version" in body else otherwise


def replay(game: Game, seed: Seed, bodies: Sequence[Body]) -> int | None:
    """The number of the first line that comes out differently; None: all are the same.

    Raises Refused where a choice in the record is not legal, Diverged where another is asked.
    """
    start, feed = bodies[0], _Feed(bodies)
    session = Session.start(
        game,
        Dice(seed),
        start["options"],
        words=start["words"],
        commitment=start["commitment"],
        policy=lambda seat, _decision: feed.take(seat),
    )
    compared = 0
    while True:
        played = len(session.record)
        for n in range(compared, min(played, len(bodies))):
            if session.record.line(n).body != bodies[n]:
                return n
        if played >= len(bodies):
            return None
        compared = played
        feed.act(session, bodies[played])
        if len(session.record) == played:
            return played


class _Feed:
    """Hands the record's answers, joint ones as groups, to a session that plays it again."""

    def __init__(self, bodies: Sequence[Body]) -> None:
        self.groups: list[dict[Seat, Body]] = []
        self.at = 0
        for body in bodies:
            if body["t"] == "choice":
                if body["part"] == 0:
                    self.groups.append({})
                self.groups[-1][body["seat"]] = body

    def take(self, seat: Seat) -> tuple[Choice, str]:
        """The seat's next answer and its source."""
        if self.at == len(self.groups) or seat not in self.groups[self.at]:
            raise Diverged(f"{seat} is asked where the record has no answer of it")
        body = self.groups[self.at].pop(seat)
        self.at += not self.groups[self.at]
        return as_choice(body["choice"]), body["source"]

    def act(self, session: Session, body: Body) -> None:
        """Do what this line says was done."""
        if body["t"] == "choice":
            for seat, answer in [(seat, self.take(seat)) for seat in session.waiting()]:
                session.submit(seat, *answer)
        elif body["t"] == "anytime":
            session.anytime(body["seat"], as_choice(body["choice"]))
        elif body["t"] == "change":
            session.change(as_choice(body["choice"]), body["because"])
        elif body["t"] == "note":
            session.note(**{key: value for key, value in body.items() if key != "t"})
        elif body["t"] == "undo":
            session.undo(body["back"] + 1, body["because"], new_dice="epoch" in body)
