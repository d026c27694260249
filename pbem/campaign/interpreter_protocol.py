"""What a host's own interpreter (a language model) is asked and answers.

`inbox.reading.asking_the_interpreter` does the asking.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

Interpretation = Mapping[str, Sequence[str]]
"""The orders that each line means, in the interpreter's words; lines that mean none are left
out."""


class Request(NamedTuple):
    """What an interpreter is asked about one mail."""

    game: str
    seat: str
    question: str
    forms: Sequence[str]
    """How orders are written, with their arguments in capitals."""
    examples: Sequence[str]
    """Orders that would be legal now."""
    lines: Sequence[str]


class Interpreter(Protocol):
    """Asks a language model."""

    def awake(self, now: datetime) -> bool:
        """Tell whether it can be asked, that is, it has not failed recently."""
        ...

    def answer(self, request: Request, now: datetime) -> Interpretation:
        """Ask what lines mean, within a bounded time; empty if that fails."""
        ...
