"""The result of the game."""

from collections.abc import Iterable, Iterator

from engine.core.messages import Message, message
from engine.kit.ranks import ranks
from engine.kit.telling import NOTHING, Block, Cell, Table, View, bold


def final_title(view: View) -> Message:
    """Name the end of the game, for the subject."""
    winner = view["result"]["winner"]
    return message("final.title", who=winner) if winner else message("final.title_nobody")


def verdict(view: View) -> Message:
    """Tell who has won, with what."""
    result = view["result"]
    if not result["winner"]:
        return message("final.nobody")
    first = result["winner"][0]
    slots = {"who": result["winner"], "points": result["victory_points"][first]}
    unrest = result.get("unrest", {})
    if first in unrest:
        return message("final.verdict_with_unrest", unrest=unrest[first], **slots)
    return message("final.verdict", **slots)


def result(view: View) -> Iterable[Block]:
    """Tell the result as a table."""
    head = ("", message("head.power"), message("head.points"), message("head.unrest"))
    yield Table("rlrr", head, tuple(_rows(view)))


def _rows(view: View) -> Iterator[tuple[Cell, ...]]:
    result = view["result"]
    points = result["victory_points"]
    for who, rank in ranks(points, result["winner"]).items():
        unrest = result["unrest"][who] if "unrest" in result else NOTHING
        yield rank, bold(who, when=who in result["winner"]), points[who], unrest
