"""The result of the game."""

from collections.abc import Iterable, Iterator

from engine.core.messages import Message, message
from engine.kit.ranks import ranks
from engine.kit.telling import Block, Cell, Table, View, bold


def final_title(view: View) -> Message:
    """Name the end of the game, for the subject."""
    return message("final.title", who=view["result"]["winner"])


def verdict(view: View) -> Message:
    """Tell who has won, with what."""
    result = view["result"]
    points = result["victory_points"][result["winner"][0]]
    return message("final.verdict", who=result["winner"], points=points)


def result(view: View) -> Iterable[Block]:
    """Tell the result as a table."""
    head = ("", "", message("head.points"), message("head.areas"), message("head.forts"))
    yield Table("rlrrr", head, tuple(_rows(view)))


def _rows(view: View) -> Iterator[tuple[Cell, ...]]:
    result = view["result"]
    points = result["victory_points"]
    for who, rank in ranks(points, result["winner"]).items():
        areas = view["areas"][who]
        forts = [area for area in areas if area in view["forts"]]
        yield rank, bold(who, when=who in result["winner"]), points[who], len(areas), len(forts)
