"""The record of a game: its only source of truth, append-only, each line chained to the one before.

A line's body says what happened (`t`: start, segment, choice, draw, anytime, change, note, undo,
version). It enters the chain as a salted commitment, so that somebody who may not see a line can be
given the commitment instead and still check the chain.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.decision import Refusal, Seat
from engine.core.dice import canonical

Body = dict[str, Any]


class Line(NamedTuple):
    """One line: its body, the salt of its commitment, and the chain's hash after it."""

    body: Body
    salt: str
    hash: str


class Diverged(Exception):
    """The record does not fit the current rules. `line` is the first answer or act that does not
    fit; None: not even the position it begins from does. `refusal` says why that line is not
    legal."""

    def __init__(self, text: str, line: int | None = None, refusal: Refusal | None = None) -> None:
        super().__init__(text)
        self.line, self.refusal = line, refusal


def sealed(salt: str, body: Body) -> str:
    """Return a line's commitment in hex, which stands for the line where it is hidden."""
    return hashlib.sha256(canonical((salt, body))).hexdigest()


def chained(before: str, commitment: str) -> str:
    """Return the chain's hash after a line with this commitment, in hex."""
    return hashlib.sha256((before + commitment).encode()).hexdigest()


class Span(NamedTuple):
    """Lines `first` to `last` of a record, played by one version of rules and data."""

    first: int
    last: int
    version: str
    data: str


def spans(bodies: Iterable[Body]) -> list[Span]:
    """Return the spans of a record in order, from what its lines say about the rules."""
    found: list[Span] = []
    for n, body in enumerate(bodies):
        rules = (body["version"], body["data"]) if "version" in body else found[-1][2:]
        if found and found[-1][2:] == rules:
            found[-1] = found[-1]._replace(last=n)
        else:
            found.append(Span(n, n, *rules))
    return found


def begun_from(bodies: Sequence[Body], span: Span) -> list[int]:
    """Return the segment lines whose snapshots are needed to replay a span: where the span begins,
    and where an undo in it goes back to before the span."""
    if span.first == 0:
        return []
    ends = [n for n in range(span.first, span.last + 1) if bodies[n]["t"] == "undo"]
    found = (_segment_of(bodies, n) for n in (span.first - 1, *ends))
    return sorted({n for n in found if n < span.first})


def _segment_of(bodies: Sequence[Body], n: int) -> int:
    """Return the segment's line on the line of play that ends with line n."""
    while bodies[n]["t"] != "segment":
        before = bodies[n]["back"] if bodies[n]["t"] == "undo" else n - 1
        if not 0 <= before < n:
            raise LookupError(f"line {n} goes back to line {before}")
        n = before
    return n


def together(lines: Iterable[tuple[int, Body]]) -> dict[tuple[Seat, str], tuple[int, Body]]:
    """Return the first answers of these lines entered together, by seat and kind."""
    found: dict[tuple[Seat, str], tuple[int, Body]] = {}
    part = -1
    for n, body in lines:
        if body["t"] != "choice" or body["part"] <= part:
            break
        part = body["part"]
        found[body["seat"], body["kind"]] = n, body
    return found


class Record:
    """Lines of a game from number `first` on, with the snapshots of their segments.

    Earlier lines and snapshots are fetched with `read` and `read_snapshot` when an undo goes back
    to them, so that a game of 2,000 decisions is restored from its last few lines. `written` counts
    the lines already stored: those passed in, until whoever stores the record updates it.
    """

    def __init__(
        self,
        lines: Iterable[Line] = (),
        snapshots: Mapping[int, bytes] | None = None,
        *,
        first: int = 0,
        read: Callable[[int], Line] | None = None,
        read_snapshot: Callable[[int], bytes] | None = None,
    ) -> None:
        self.lines = list(lines)
        self.snapshots = dict(snapshots or {})
        self.first = first
        self.written = len(self)
        self._read = read
        self._read_snapshot = read_snapshot

    def __len__(self) -> int:
        return self.first + len(self.lines)

    def line(self, n: int) -> Line:
        """Return line n, wherever it is kept."""
        if n >= self.first:
            return self.lines[n - self.first]
        if self._read is None or n < 0:
            raise LookupError(f"the record at hand begins with line {self.first}, not {n}")
        return self._read(n)

    def snapshot(self, n: int) -> bytes:
        """Return the state at the segment that begins with line n."""
        if n not in self.snapshots:
            if self._read_snapshot is None:
                raise LookupError(f"the record at hand has no snapshot for line {n}")
            self.snapshots[n] = self._read_snapshot(n)
        return self.snapshots[n]

    def append(self, salt: str, body: Body) -> int:
        """Add a line and return its number."""
        n = len(self)
        last = self.lines[-1] if self.lines else self.line(n - 1) if n else None
        before = last.hash if last else ""
        self.lines.append(Line(body, salt, chained(before, sealed(salt, body))))
        return n

    def copy(self) -> Record:
        """Copy the record, to try something without leaving a trace."""
        return Record(
            self.lines,
            self.snapshots,
            first=self.first,
            read=self.line,
            read_snapshot=self.snapshot,
        )

    def cut(self, length: int) -> None:
        """Cut the record back to this length, removing lines that are not stored yet."""
        del self.lines[length - self.first :]
        for n in [n for n in self.snapshots if n >= length]:
            del self.snapshots[n]

    def standing(self) -> tuple[int, list[tuple[int, Body]]]:
        """Return the last segment line that stands, and the ledger after it, with line numbers.

        Walks backwards; at an undo line it continues at the line that the undo goes back to.
        """
        at, ledger = len(self) - 1, []
        while (body := self.line(at).body)["t"] != "segment":
            if body["t"] == "start":
                raise Diverged("the record has no segment that stands")
            if body["t"] != "undo":
                ledger.append((at, body))
            at = body["back"] if body["t"] == "undo" else at - 1
        return at, ledger[::-1]

    def stands(self, n: int) -> bool:
        """Tell whether line n is on the current line of play, not taken back by an undo."""
        at = len(self) - 1
        while at > n:
            body = self.line(at).body
            at = body["back"] if body["t"] == "undo" else at - 1
        return at == n

    def export(self, seat: Seat | None = None, *, over: bool = False) -> list[dict[str, Any]]:
        """Return all lines as `seat` (None: the public) may have them: bodies or commitments."""
        return [exported(n, self.line(n), seat, over=over) for n in range(len(self))]


def exported(n: int, line: Line, seat: Seat | None, *, over: bool) -> dict[str, Any]:
    """Return one line of the portable record, sealed if it is hidden from the seat. Notes are for
    everybody, whatever they name."""
    hidden = line.body["t"] != "note" and seat not in line.body.get("to", [seat])
    if hidden and not over:
        return {"n": n, "sealed": sealed(line.salt, line.body), "hash": line.hash}
    return {"n": n, "salt": line.salt, "body": line.body, "hash": line.hash}
