"""How many windows and days a whole campaign takes simulated people (`tests.bench.tempo`).

The seeds are those of this file, so that everybody can have the same figures.
"""

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from fractions import Fraction
from statistics import median

import structlog

from engine.core.game import Game
from tests.bench.tempo import findings
from tests.bench.tempo.campaign import A_TURN, AHEAD, ONE_QUESTION, Played, tempo
from tests.bench.tempo.customs import CUSTOMS, Customs

CAMPAIGNS = range(1, 8)
WAYS = (
    ("one question at a time", ONE_QUESTION, Fraction(1)),
    ("orders for a turn in a mail", A_TURN, Fraction(1)),
    ("queue, conditions, standing orders: two thirds of the seats", AHEAD, Fraction(2, 3)),
)


def main(game: Game) -> None:
    """Print what campaigns took, the median and the range, and what their windows were about."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    for name, habit, share in WAYS:
        print(f"  {name}", flush=True)
        customs = CUSTOMS[game.name]
        show(customs, [campaign(customs, number, habit, share) for number in CAMPAIGNS])


def campaign(customs: Customs, number: int, habit: str, share: Fraction) -> Played:
    """One of the campaigns, in which so many seats have the habit that the share is that of all so
    far: of two thirds three, three, four and so on."""
    seats = share * customs.seats
    having = int(seats * number) - int(seats * (number - 1))
    return tempo(customs, f"tempo {number}", habit, having)


def show(customs: Customs, played: Sequence[Played]) -> None:
    """The figures of some campaigns."""
    for unit in fields(findings.Tempo):
        all_found = sorted(getattr(one.tempo, unit.name) for one in played)
        low, high = all_found[0], all_found[-1]
        print(f"    {unit.name:8} {median(all_found):7.0f}   ({low:.0f} to {high:.0f})")
    windows = Counter[tuple[str, str]]()
    for one in played:
        windows += findings.by_subject(one.windows, one.habits, customs)
    print("    windows, on the average")
    for (subject, habit), count in sorted(windows.items()):
        print(f"      {subject:17} {habit:24} {count / len(played):5.1f}", flush=True)
