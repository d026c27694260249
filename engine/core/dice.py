"""The seed of a game and what is drawn from it. docs/dice.md explains the rules of this file.

Everything is HMAC-SHA-256 under the seed: whoever has the seed can check every draw; nobody else
can predict one.
"""

import hashlib
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import msgspec

canonical: Callable[[Any], bytes] = msgspec.json.Encoder(order="deterministic").encode
"""JSON with sorted keys, no spaces, UTF-8: the same bytes for the same data everywhere."""

_SPAN = 2**64
BLOCK = 64
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
"""The pads of HMAC (RFC 2104), for seeds of up to one block. Doing HMAC by hand takes in the key
once instead of for each line of a record, in half the time of the standard library's objects."""


class NeedsDice(Exception):
    """A dry run has reached a draw; nobody may see what comes after it."""


class Seed:
    """32 bytes that never show up in a repr, a log line, a traceback or a pickle."""

    __slots__ = ("_bytes",)

    def __init__(self, secret: bytes) -> None:
        self._bytes = secret

    def reveal(self) -> bytes:
        """Return the bytes themselves, for storage and for the final report."""
        return self._bytes

    def __repr__(self) -> str:
        return "Seed(...)"

    def __reduce__(self) -> Any:
        raise TypeError("a seed is not pickled")


def commitment(secret: Seed) -> str:
    """Return the SHA-256 of the host's secret in hex; it is published before anybody joins."""
    return hashlib.sha256(secret.reveal()).hexdigest()


def seed_of(secret: Seed, seats: Sequence[str], words: Sequence[str]) -> Seed:
    """Derive the game's seed from the host's secret and the players' words, in seat order."""
    message = canonical(["pbem seed", secret.reveal().hex(), list(seats), list(words)])
    return Seed(hashlib.sha256(message).digest())


class Dice:
    """Everything that follows from the seed. Without a seed it cannot draw: that is a dry run."""

    __slots__ = ("_inner", "_outer", "blind")

    def __init__(self, seed: Seed | None) -> None:
        key = (seed.reveal() if seed else b"").ljust(BLOCK, b"\0")
        self._inner = hashlib.sha256(key.translate(INNER))
        self._outer = hashlib.sha256(key.translate(OUTER))
        self.blind = seed is None

    def hash(self, *message: Any) -> str:
        """Return a keyed hash in hex: a plain one of a small secret could be brute-forced."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(canonical(message))
        outer.update(inner.digest())
        return outer.hexdigest()

    def index(self, of: int, path: str, epoch: int, label: str, occurrence: int) -> int:
        """Return a number in 0..of-1; redraw at the top of the range, to avoid a bias."""
        if self.blind:
            raise NeedsDice(label)
        top = _SPAN - _SPAN % of
        for attempt in count():
            number = int(self.hash("draw", path, epoch, label, occurrence, attempt)[:16], 16)
            if number < top:
                return number % of
        raise AssertionError("count() does not end")

    def draw(
        self, options: Sequence[Any], path: str, epoch: int, label: str, occurrence: int
    ) -> int:
        """Return the index of the option drawn; `ScriptedDice` overrides this."""
        return self.index(len(options), path, epoch, label, occurrence)


class ScriptMismatch(Exception):
    """A draw that does not fit the script of outcomes: one too many, or an impossible one."""


class ScriptedDice(Dice):
    """Outcomes written down in advance and used in order, whatever they are drawn for."""

    __slots__ = ("left",)

    def __init__(self, outcomes: Sequence[Any]) -> None:
        super().__init__(Seed(b"scripted"))
        self.left = list(outcomes)

    def draw(
        self, options: Sequence[Any], path: str, epoch: int, label: str, occurrence: int
    ) -> int:
        """Return the place of the next outcome in `options`. Raises ScriptMismatch."""
        if not self.left:
            raise ScriptMismatch(f"a draw too many: {label}")
        if self.left[0] not in options:
            possible = ", ".join(dict.fromkeys(map(str, options)))
            raise ScriptMismatch(f"{label}: {self.left[0]!r} is none of {possible}")
        return list(options).index(self.left.pop(0))
