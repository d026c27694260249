"""The result of the game."""

from collections.abc import Iterable, Iterator, Mapping

from engine.core.messages import Message, message, text
from engine.kit.telling import Block, Break, Cell, Part, Sentence, Table, Told, View, bold

LEVELS: Mapping[str, str] = {
    "defeat": "level.defeat",
    "equilibrium": "level.equilibrium",
    "marginal": "level.marginal",
    "continental": "level.continental",
    "global": "level.global",
}
"""22.2."""


def level(key: str) -> Message:
    """Name a level of victory."""
    return message(LEVELS[key])


def ratio(hundredths: int) -> Message:
    """Word a ratio: 1.34."""
    part = text(f"{hundredths % 100:02}")
    return message("final.ratio", whole=hundredths // 100, part=part)


def game_over(e: Told, _view: View) -> Iterable[Part]:
    """Tell who has won."""
    yield Break()
    best = e["level"][e["winner"][0]] if e["winner"] else "equilibrium"
    yield Sentence(message("final.over", who=tuple(e["winner"]), level=level(best), why=e["why"]))


def final_title(view: View) -> Message:
    """Name the end of the game, for the subject."""
    return message("final.title", who=tuple(view["result"]["winner"]))


def verdict(view: View) -> Message:
    """Tell who has won, and at which level."""
    found = view["result"]
    best = found["level"][found["winner"][0]] if found["winner"] else "equilibrium"
    return message("final.verdict", who=tuple(found["winner"]), level=level(best))


def result(view: View) -> Iterable[Block]:
    """Tell the result as a table."""
    head = (
        "",
        message("head.start"),
        message("head.end"),
        message("head.ratio"),
        message("head.level"),
    )
    yield Table("lrrrl", head, tuple(_rows(view)))


def _rows(view: View) -> Iterator[tuple[Cell, ...]]:
    found = view["result"]
    for who, hundredths in sorted(found["ratio"].items(), key=lambda item: -item[1]):
        sums = (view["start_sums"].get(who, 0), view["sums"][who])
        name = bold(who, when=who in found["winner"])
        yield name, *sums, ratio(hundredths), level(found["level"][who])
