"""The record of a game: the one truth of it, append-only, each line chained to the one before.

A line's body says what happened (`t`: start, segment, choice, draw, anytime, change, note, undo,
version). It enters the chain as a salted commitment, so that a line hidden from somebody can be
handed to him as that commitment and the chain still be checked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.decision import Refusal, Seat
from engine.core.dice import canonical

Body = dict[str, Any]


class Line(NamedTuple):
    """One line: what it says, the salt of its commitment, the chain's hash behind it."""

    body: Body
    salt: str
    hash: str


class Diverged(Exception):
    """The record does not fit the rules as they now are. `line` is the first answer or act that
    does not; None: what it all begins with does not. `refusal` is why that is not legal."""

    def __init__(self, text: str, line: int | None = None, refusal: Refusal | None = None) -> None:
        super().__init__(text)
        self.line, self.refusal = line, refusal


def sealed(salt: str, body: Body) -> str:
    """A line's commitment, in hex: what stands for it where it is hidden."""
    return hashlib.sha256(canonical((salt, body))).hexdigest()


def chained(before: str, commitment: str) -> str:
    """The chain's hash behind a line with this commitment, in hex."""
    return hashlib.sha256((before + commitment).encode()).hexdigest()


class Span(NamedTuple):
    """Lines `first` to `last` of a record: those that one version of rules and data played."""

    first: int
    last: int
    version: str
    data: str


def spans(bodies: Iterable[Body]) -> list[Span]:
    """The spans of a record in order, from what its lines say of the rules."""
    found: list[Span] = []
    for n, body in enumerate(bodies):
        rules = (body["version"], body["data"]) if "version" in body else found[-1][2:]
        if found and found[-1][2:] == rules:
            found[-1] = found[-1]._replace(last=n)
        else:
            found.append(Span(n, n, *rules))
    return found


def begun_from(bodies: Sequence[Body], span: Span) -> list[int]:
    """The segments' lines whose snapshots are needed to play a span again: where it begins, and
    where an undo in it goes back to what was before."""
    if span.first == 0:
        return []
    ends = [n for n in range(span.first, span.last + 1) if bodies[n]["t"] == "undo"]
    found = (_segment_of(bodies, n) for n in (span.first - 1, *ends))
    return sorted({n for n in found if n < span.first})


def _segment_of(bodies: Sequence[Body], n: int) -> int:
    """The segment's line on the line of play that ends with line n."""
    while bodies[n]["t"] != "segment":
        before = bodies[n]["back"] if bodies[n]["t"] == "undo" else n - 1
        if not 0 <= before < n:
            raise LookupError(f"line {n} goes back to line {before}")
        n = before
    return n


def together(lines: Iterable[tuple[int, Body]]) -> dict[tuple[Seat, str], tuple[int, Body]]:
    """The answers at the head of these lines that were entered together, by seat and kind."""
    found: dict[tuple[Seat, str], tuple[int, Body]] = {}
    part = -1
    for n, body in lines:
        if body["t"] != "choice" or body["part"] <= part:
            break
        part = body["part"]
        found[body["seat"], body["kind"]] = n, body
    return found


class Record:
    """Lines of a game from number `first` on, and the snapshots of their segments.

    Earlier lines and snapshots are had by `read` and `read_snapshot` when an undo goes back to
    them, so that a game of 2,000 decisions is restored from its last few lines. `written` is how
    many lines whoever keeps the record has kept: those it was made of, until he says more.
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
        """Line n, wherever it is kept."""
        if n >= self.first:
            return self.lines[n - self.first]
        if self._read is None or n < 0:
            raise LookupError(f"the record at hand begins with line {self.first}, not {n}")
        return self._read(n)

    def snapshot(self, n: int) -> bytes:
        """The state at the segment that begins with line n."""
        if n not in self.snapshots:
            if self._read_snapshot is None:
                raise LookupError(f"the record at hand has no snapshot for line {n}")
            self.snapshots[n] = self._read_snapshot(n)
        return self.snapshots[n]

    def append(self, salt: str, body: Body) -> int:
        """Add a line; its number."""
        n = len(self)
        before = self.line(n - 1).hash if n else ""
        self.lines.append(Line(body, salt, chained(before, sealed(salt, body))))
        return n

    def copy(self) -> Record:
        """The same record, to try something on without a trace."""
        return Record(
            self.lines,
            self.snapshots,
            first=self.first,
            read=self.line,
            read_snapshot=self.snapshot,
        )

    def cut(self, length: int) -> None:
        """Take back what was added since the record had this length and was not written yet."""
        del self.lines[length - self.first :]
        for n in [n for n in self.snapshots if n >= length]:
            del self.snapshots[n]

    def standing(self) -> tuple[int, list[tuple[int, Body]]]:
        """The last segment line that stands, and the ledger after it, with line numbers.

        Walked backwards; an undo line says where the standing line goes on.
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
        """Whether line n is on the standing line of play, not taken back by an undo."""
        at = len(self) - 1
        while at > n:
            body = self.line(at).body
            at = body["back"] if body["t"] == "undo" else at - 1
        return at == n

    def export(self, seat: Seat | None = None, *, over: bool = False) -> list[dict[str, Any]]:
        """All lines as `seat` (None: the public) may have them: bodies, or commitments."""
        return [exported(n, self.line(n), seat, over=over) for n in range(len(self))]


def exported(n: int, line: Line, seat: Seat | None, *, over: bool) -> dict[str, Any]:
    """One line of the portable record; what is hidden from the seat goes out sealed."""
    if not over and seat not in line.body.get("to", [seat]):
        return {"n": n, "sealed": sealed(line.salt, line.body), "hash": line.hash}
    return {"n": n, "salt": line.salt, "body": line.body, "hash": line.hash}
