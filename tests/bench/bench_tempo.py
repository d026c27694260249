"""How many windows and days a whole campaign of five takes simulated people (`tests.bench.tempo`).

The seeds are those of this file, so that everybody can have the same figures.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from statistics import median

from tests.bench.tempo import findings
from tests.bench.tempo.campaign import A_TURN, AHEAD, ONE_QUESTION, Played, tempo

SEEDS = tuple(f"tempo {number}" for number in range(1, 8))
WAYS = (
    ("one question at a time", ONE_QUESTION, 1.0),
    ("orders for a turn in a mail", A_TURN, 1.0),
    ("queue, conditions, standing orders: two thirds of the seats", AHEAD, 2 / 3),
)


def main() -> None:
    """Print what campaigns took, the median and the range, and what their windows were about."""
    for name, habit, share in WAYS:
        print(f"  {name}", flush=True)
        show([tempo(seed, habit, share) for seed in SEEDS])


def show(played: Sequence[Played]) -> None:
    """The figures of some campaigns."""
    for unit in fields(findings.Tempo):
        all_found = sorted(getattr(one.tempo, unit.name) for one in played)
        low, high = all_found[0], all_found[-1]
        print(f"    {unit.name:8} {median(all_found):7.0f}   ({low:.0f} to {high:.0f})")
    windows = Counter[tuple[str, str]]()
    for one in played:
        windows += findings.by_subject(one.windows, one.habits)
    print("    windows, on the average")
    for (subject, habit), count in sorted(windows.items()):
        print(f"      {subject:17} {habit:24} {count / len(played):5.1f}", flush=True)
