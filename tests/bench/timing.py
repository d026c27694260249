"""How figures are taken and printed: medians, with the range between the quartiles beside them."""

import statistics
import time
from collections.abc import Callable, Sequence


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
    """A figure, its spread if it has one, what is aimed at."""
    wanted = f"aim {aim}" if aim else ""
    text = f"{what:<52}{value:>10,.{digits}f} {unit:<4} {spread:<24}{wanted}"
    print(text.rstrip(), flush=True)


def show(what: str, values: Sequence[float], unit: str, aim: str = "", digits: int = 1) -> None:
    """The median and the quartiles."""
    low, middle, high = statistics.quantiles(values, n=4) if len(values) > 1 else [values[0]] * 3
    line(what, middle, unit, aim, digits, f"({low:,.{digits}f} to {high:,.{digits}f})")
