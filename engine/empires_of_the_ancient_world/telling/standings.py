"""Where everybody stands: seats, the draft row, areas, trade."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from engine.core.messages import Item, Message, message, text
from engine.empires_of_the_ancient_world.telling.phrases import cards, cubes
from engine.kit.telling import Block, Cell, Heading, News, Points, Table, View, bold, groups, remark

MOMENTS: Mapping[str, str] = {
    "setup": "moment.setup",
    "revolt": "moment.revolt",
    "income": "moment.income",
    "actions": "moment.actions",
    "scoring": "moment.scoring",
    "end": "moment.end",
}
"""The message for each phase."""
YOU = message("standings.you")


def moment(view: View) -> Message:
    """Tell where the game stands: game turn 2, round 3 of 9."""
    if view["result"]:
        return message("moment.over")
    slots = {"turn": view["turn"], "round": view["round"], "rounds": view["rounds"]}
    return message(MOMENTS[view["phase"]], **slots)


def rounds(view: View) -> tuple[int, int]:
    """Return the game turn and its round."""
    return view["turn"], view["round"]


def points(view: View) -> Mapping[str, Points]:
    """Tell what each seat has, and what areas, trade and plunder would bring, without upkeep."""
    brought = {who: sum(worth.values()) for who, worth in view["worth"].items()}
    return {who: Points(n, n + brought[who]) for who, n in view["victory_points"].items()}


def own_places(view: View, seat: str) -> Collection[str]:
    """Tell where a seat has bases."""
    return [area for area, bases in view["bases"].items() if bases.get(seat)]


# Seats and the draft row


SEATS = (
    "",
    message("head.areas"),
    message("head.bases"),
    message("head.forts"),
    message("head.trade"),
    message("head.store"),
    message("head.cards"),
    message("head.worth"),
    message("head.points"),
    "",
)


def standings(view: View, seat: str | None, _news: News) -> Iterable[Block]:
    """Tell what each seat has, and what lies in the draft row."""
    rows = (_row(view, who, own=who == seat) for who in view["turn_order"])
    yield Table("lrrrrrrrrt", SEATS, tuple(rows))
    draft = (_drafted(place, card) for place, card in enumerate(view["draft"], 1))
    yield remark(message("standings.draft", cards=tuple(draft)))


def _row(view: View, who: str, *, own: bool) -> tuple[Cell, ...]:
    areas, worth = view["areas"][who], view["worth"][who]
    return (
        bold(who, when=own),
        len(areas),
        _number(view["bases"], who),
        len([area for area in areas if area in view["forts"]]),
        _number(view["cubes"], who),
        view["warehouse"][who],
        view["cards"][who],
        text(f"{worth['control']}+{worth['trade'] + worth['plunder']}"),
        view["victory_points"][who],
        message("standings.own_row") if own else "",
    )


def _number(by_area: Mapping[str, Mapping[str, int]], who: str) -> int:
    """How many pieces of a seat there are in all areas together."""
    return sum(held.get(who, 0) for held in by_area.values())


def _in_play(view: View) -> Iterator[tuple[Cell, ...]]:
    """Personalities and plunder, which everybody sees."""
    for who in view["turn_order"]:
        own, plunder = view["personalities"].get(who, ()), view["plunder"].get(who, {})
        if who in view["personalities"] and (own or plunder):
            slots = {"cards": cards(own), "plunder": cubes(plunder)}
            yield who, message("standings.in_play", **slots)


def _drafted(place: int, card: Mapping[str, Any]) -> Message:
    slots = {"half": card["label"], "upkeep": card["upkeep"]}
    return message("standings.drafted", place=place, card=card["card"], **slots)


# What the map shows, for readers of the text alone


def details(view: View, seat: str | None) -> Iterable[Block]:
    """Tell what the columns of the standings count, who has personalities and plunder, who controls
    which areas, and whose cubes are where."""
    plunder = any(view["plunder"].values())
    yield remark(message("standings.columns", plunder=plunder))
    if in_play := tuple(_in_play(view)):
        yield Table("ll", (), in_play)
    yield Heading(message("standings.areas"), message("standings.signs"))
    free = [area for area in view["values"] if area not in view["control"]]
    held = ((who, view["areas"][who]) for who in view["turn_order"])
    rows = ((who, _held(view, seat, areas)) for who, areas in [*held, (NOBODY, free)] if areas)
    yield Table("ll", (), tuple(rows))
    if view["cubes"]:
        yield Heading(message("standings.trade"), message("standings.trade_signs"))
        yield Table("ll", (), tuple(_trade(view, seat)))


NOBODY = message("standings.nobody")


def _held(view: View, seat: str | None, areas: Iterable[str]) -> Cell:
    """8: Western Mediterranean; 6: Italia* (fort, 3 bases); 5: Sicilia*, Graecia*."""
    by_value: dict[int, list[Message]] = {}
    for area in areas:
        by_value.setdefault(view["values"][area], []).append(_area(view, seat, area))
    return groups(
        message("standings.of_value", value=value, areas=tuple(by_value[value]))
        for value in sorted(by_value, reverse=True)
    )


def _area(view: View, seat: str | None, area: str) -> Message:
    fort = (message("standings.fort"),) if area in view["forts"] else ()
    marks = (*fort, *_garrison(view["bases"].get(area, {}), seat))
    return message("standings.area", area=area, amphora=area in view["amphoras"], marks=marks)


def _garrison(bases: Mapping[str, int], seat: str | None) -> Iterator[Message]:
    """Whose bases are in an area; how many if they are all one seat's; empty for a single one."""
    if len(bases) > 1:
        yield from _numbers(bases.items(), seat)
    elif sum(bases.values()) > 1:
        yield message("standings.bases", number=sum(bases.values()))


def _numbers(held: Iterable[tuple[str, int]], seat: str | None) -> Iterator[Message]:
    for who, number in held:
        whose: Item = YOU if who == seat else who
        yield message("standings.seat_and_number", seat=whose, number=number)


def _trade(view: View, seat: str | None) -> Iterator[tuple[Cell, ...]]:
    """Who leads in which areas, with their own cubes and then those of others."""
    for who in view["turn_order"]:
        led = [area for area, leader in view["leads"].items() if leader == who]
        if led:
            yield who, groups(_cubes(view, seat, area, who) for area in led)
    level = [area for area in view["cubes"] if area not in view["leads"]]
    if level:
        yield NOBODY, groups(_cubes(view, seat, area, "") for area in level)


def _cubes(view: View, seat: str | None, area: str, leader: str) -> Message:
    """Italia 3, Blue 1 (full)."""
    here = view["cubes"][area]
    others = tuple(_numbers(((who, n) for who, n in here.items() if who != leader), seat))
    slots = {"others": others, "full": sum(here.values()) == view["values"][area]}
    if leader:
        return message("standings.led", area=area, number=here[leader], **slots)
    return message("standings.level", area=area, **slots)
