"""Who stands where at the end of a game, or in the middle of it."""

from collections.abc import Collection, Mapping


def ranks(points: Mapping[str, int], winners: Collection[str]) -> dict[str, int]:
    """Return the rank of each seat by its points, the best first. Equal points share a rank, but
    the winner of a tie comes before the others.

    >>> ranks({"red": 7, "blue": 4, "green": 7, "pink": 4}, ["green"])
    {'green': 1, 'red': 2, 'blue': 3, 'pink': 3}
    """
    worth = {seat: (number, seat in winners) for seat, number in points.items()}
    found = {seat: 1 + sum(other > own for other in worth.values()) for seat, own in worth.items()}
    return dict(sorted(found.items(), key=lambda one: one[1]))
