"""An argument that says several things: the squares of a path, the units of a loss.

In a choice it is one tuple. While a menu is walked it grows value by value: as a `Begun` it may go
on, and END, where it may end, makes a plain tuple of it.
"""

from collections.abc import Callable, Container, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple


class End(Enum):
    """The value by which a list ends."""

    END = "end"


END: Final = End.END


class Begun(tuple[Any, ...]):
    """A list that may go on: what judges and domains are given of it before it ends."""

    __slots__ = ()


class Repeated(NamedTuple):
    """The domain of a list.

    `domain`: what might come next; a function is given the arguments before and the list so far.
    `least`, `most`: how many values it has. `ordered`: where False, the same values in another
    order are the same choice, and stand in it as the domain has them; what a function gives later
    is among what it gives first. `among`: all that people may say, where the domain is narrower,
    such as neighbours only: for these the judge has the reason.
    """

    domain: Sequence[Any] | Callable[..., Sequence[Any]]
    most: int
    least: int = 1
    ordered: bool = True
    among: Container[Any] = ()

    def following(self, *args: Any) -> Sequence[Any]:
        """What might come behind these arguments, the last of which is the list so far; END first,
        so that the shortest list is found first."""
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
        """The values as the choice has them; what the domain does not have stands last."""
        if self.ordered:
            return tuple(said)
        first = list(self._values(*before, Begun()))
        return tuple(sorted(said, key=lambda v: first.index(v) if v in first else len(first)))

    def _values(self, *args: Any) -> Sequence[Any]:
        return self.domain(*args) if callable(self.domain) else self.domain


def grown(args: Sequence[Any], value: Any) -> tuple[Any, ...]:
    """Arguments whose list goes on with this value, or ends; it begins if none is begun."""
    begun = args[-1] if args and type(args[-1]) is Begun else Begun()
    before = args[:-1] if args and type(args[-1]) is Begun else args
    return (*before, tuple(begun) if value is END else Begun((*begun, value)))
