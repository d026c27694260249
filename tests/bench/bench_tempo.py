"""How many windows and days a whole campaign of five takes simulated people (`tests.bench.tempo`).

The seeds are those of this file, so that everybody can have the same figures.
"""

from statistics import median

from tests.bench.tempo.campaign import A_TURN, AHEAD, ONE_QUESTION, Tempo, tempo

SEEDS = tuple(f"tempo {number}" for number in range(1, 8))
WAYS = (
    ("one question at a time", ONE_QUESTION, 1.0),
    ("orders for a turn in a mail", A_TURN, 1.0),
    ("queue, conditions, standing orders: two thirds of the seats", AHEAD, 2 / 3),
)


def main() -> None:
    """Print windows, days and players' mails: the median and the range."""
    for name, habit, share in WAYS:
        played = [tempo(seed, habit, share) for seed in SEEDS]
        print(f"  {name}")
        for unit in Tempo._fields:
            found = sorted(getattr(one, unit) for one in played)
            print(f"    {unit:8} {median(found):7.0f}   ({found[0]:.0f} to {found[-1]:.0f})")
