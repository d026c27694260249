"""How figures are taken and printed: medians, with the range between the quartiles beside them."""

import statistics
import time
from collections.abc import Callable, Sequence

import msgspec

LEAST = "at least "
"""An aim that begins so is not to be fallen short of; any other is not to be exceeded."""


class Figure(msgspec.Struct, frozen=True):
    """A figure, its spread if it has one, what is aimed at."""

    what: str
    value: float
    unit: str = ""
    aim: str = ""
    digits: int = 1
    spread: str = ""

    def __str__(self) -> str:
        wanted = f"aim {self.aim}" if self.aim else ""
        return f"{self.measured()} {self.spread:<24}{wanted}".rstrip()

    def measured(self) -> str:
        """What was measured, and the figure, in columns."""
        return f"{self.what:<52}{self.value:>10,.{self.digits}f} {self.unit:<4}"

    def met(self) -> bool:
        """Whether its aim, which is a number, is met."""
        wanted = float(self.aim.removeprefix(LEAST).replace(",", ""))
        return self.value >= wanted if self.aim.startswith(LEAST) else self.value <= wanted


def cpu(work: Callable[[], object]) -> float:
    """Seconds of this process that it takes: what else the machine does is not counted."""
    began = time.process_time()
    work()
    return time.process_time() - began


def wall(work: Callable[[], object]) -> float:
    """Seconds by the clock, for what waits for a disk."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def line(
    what: str, value: float, unit: str, aim: str = "", digits: int = 1, spread: str = ""
) -> None:
    """Print a figure."""
    print(Figure(what, value, unit, aim, digits, spread), flush=True)


def middle(what: str, values: Sequence[float], unit: str, aim: str = "", digits: int = 1) -> Figure:
    """The median and the quartiles."""
    low, median, high = statistics.quantiles(values, n=4) if len(values) > 1 else [values[0]] * 3
    return Figure(what, median, unit, aim, digits, f"({low:,.{digits}f} to {high:,.{digits}f})")


def show(what: str, values: Sequence[float], unit: str, aim: str = "", digits: int = 1) -> None:
    """Print the median and the quartiles."""
    print(middle(what, values, unit, aim, digits), flush=True)
