"""What an interpreter of a host's own is asked, and what it answers; who asks is
`inbox.reading.asking_the_interpreter`."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

Interpretation = Mapping[str, Sequence[str]]
"""The orders that lines mean, as the interpreter writes them; a line that means none is not there.
"""


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
        """Tell whether it can be asked: it did not fail of late."""
        ...

    def answer(self, request: Request, now: datetime) -> Interpretation:
        """Ask what lines mean; nothing if it fails. It takes a bounded time."""
        ...
