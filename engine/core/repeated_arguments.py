"""Arguments that hold several values: the squares of a path, the units of a loss.

In a choice such an argument is one tuple. While a menu is walked it grows value by value: as a
`Begun` it may go on; END, where it may end, turns it into a plain tuple.
"""

from collections.abc import Callable, Container, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from engine.core.messages import Message, message


class End(Enum):
    """The value that ends a list."""

    END = "end"


END: Final = End.END


class Begun(tuple[Any, ...]):
    """A list that may go on, as judges and domains see it before it ends."""

    __slots__ = ()


class Repeated(NamedTuple):
    """The domain of a list.

    `domain`: the possible next values; a function gets the arguments before it and the list so far.
    `least`, `most`: how many values the list has. `ordered`: if False, the same values in another
    order are the same choice, which stores them in the domain's order; a function's later values
    must be among its first ones. `among`: everything people may write if the domain is narrower,
    such as neighbours only; for these values the judge gives the reason. `of`: the message that
    names what is listed, by `number`, if too many or too few are named.
    """

    domain: Sequence[Any] | Callable[..., Sequence[Any]]
    most: int
    least: int = 1
    ordered: bool = True
    among: Container[Any] = ()
    of: str = ""

    def what(self, number: int) -> Message | None:
        """Name this number of what is listed; None if there is no message for it."""
        return message(self.of, number=number) if self.of else None

    def following(self, *args: Any) -> Sequence[Any]:
        """Return what might come after these arguments, the last of which is the list so far; END
        comes first, so that the shortest list is found first."""
        *before, begun = args
        end = [END] if len(begun) >= self.least else []
        if len(begun) >= self.most:
            return end
        values = self._values(*args)
        if begun and not self.ordered:
            first = list(self._values(*before, Begun()))
            said = first.index(begun[-1])
            values = [value for value in values if first.index(value) >= said]
        return [*end, *values]

    def in_order(self, before: Sequence[Any], said: Sequence[Any]) -> tuple[Any, ...]:
        """Return the values in the choice's order; values outside the domain come last."""
        if self.ordered:
            return tuple(said)
        first = list(self._values(*before, Begun()))
        return tuple(sorted(said, key=lambda v: first.index(v) if v in first else len(first)))

    def _values(self, *args: Any) -> Sequence[Any]:
        return self.domain(*args) if callable(self.domain) else self.domain


def grown(args: Sequence[Any], value: Any) -> tuple[Any, ...]:
    """Add this value to the arguments' last list, or end it; begin one if there is none."""
    begun = args[-1] if args and type(args[-1]) is Begun else Begun()
    before = args[:-1] if args and type(args[-1]) is Begun else args
    return (*before, tuple(begun) if value is END else Begun((*begun, value)))
