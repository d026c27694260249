"""How everybody stands: seats, powers, routes, and where units are."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from engine.core.messages import Message, message
from engine.kit.telling import (
    Asked,
    Block,
    Cell,
    Heading,
    News,
    Points,
    Table,
    View,
    bold,
    groups,
    in_a_row,
    remark,
)
from engine.seven_years_world_war.telling.control import clause
from engine.seven_years_world_war.telling.phrases import markers, short

MOMENTS: Mapping[str, str] = {
    "setup": "moment.setup",
    "initiative": "moment.initiative",
    "taxation": "moment.treasury",
    "free_markers": "moment.treasury",
    "recruiting": "moment.treasury",
    "diplomacy": "moment.diplomacy",
    "movement": "moment.movement",
    "combat": "moment.combat",
    "pillage": "moment.pillage",
    "provisioning": "moment.provisioning",
    "enlightenment": "moment.enlightenment",
    "end_of_turn": "moment.end_of_turn",
    "over": "moment.over",
}
"""By phase."""


def moment(view: View) -> Message:
    """Tell where the game stands: 1757, movement of France."""
    slots = {"turn": view["turn"], "year": view["year"], "seat": view["active"] or ""}
    return message(MOMENTS[view["phase"]], **slots)


def rounds(view: View) -> tuple[int, int]:
    """Tell the part, always 1, and the round, which is the game turn; 0 during set-up."""
    return 1, 0 if view["phase"] == "setup" else view["turn"]


def points(view: View) -> Mapping[str, Points]:
    """Tell the sum of each seat (22.11), the same for now and for a final scoring."""
    return {who: Points(n, n) for who, n in view["sums"].items()}


def own_places(view: View, seat: str) -> Collection[str]:
    """Tell in which squares a seat's powers have units."""
    powers = view["powers"].get(seat, [])
    return [square for square, forces in view["units"].items() if any(map(forces.get, powers))]


SEATS = (
    "",
    message("head.led_too"),
    message("head.campaign"),
    message("head.squares"),
    message("head.income"),
    message("head.markers"),
    message("head.sum"),
    "",
)
ROUTES = message("head.route"), message("head.holders")
LEADERS = message("head.power"), message("head.leaders")
UNITS = message("head.power"), message("head.units")


def standings(view: View, seat: str | None, _news: News) -> Iterable[Block]:
    """Tell what each seat leads and has, which powers are neutral, and the leaders in boxes."""
    rows = (_row(view, who, own=who == seat) for who in view["turn_order"])
    yield Table("llrrrrrt", SEATS, tuple(rows))
    yield remark(message("standings.columns", limit=view["limit"]))
    if view["neutral"]:
        yield remark(message("standings.neutral", powers=tuple(view["neutral"])))
    if leaders := tuple(_leaders(view)):
        yield Table("ll", LEADERS, leaders)


def _row(view: View, who: str, *, own: bool) -> tuple[Cell, ...]:
    others = tuple(power for power in view["powers"][who] if power != who)
    return (
        bold(who, when=own),
        message("phrase.led_too", powers=others) if others else "-",
        view["campaign"][who],
        view["squares"][who],
        view["income"][who],
        view["held"][who],
        view["sums"][who],
        message("standings.own_row") if own else "",
    )


def _routes(view: View) -> Iterator[tuple[Cell, ...]]:
    for route, holders in view["routes"].items():
        if holders:
            yield route, in_a_row(holders)


def _leaders(view: View) -> Iterator[tuple[Cell, ...]]:
    """Leaders in boxes, which all see; those used this turn are marked."""
    for power, there in view["leaders"].items():
        if there:
            said = (
                message("standings.used", marker=leader.removesuffix("!"))
                if leader.endswith("!")
                else leader
                for leader in there
            )
            yield power, in_a_row(said)


# What the map shows, for those who only read the text


def details(view: View, _seat: str | None) -> Iterable[Block]:
    """Tell who holds the trade routes, and where units are, power by power."""
    if held := tuple(_routes(view)):
        yield Table("ll", ROUTES, held)
    if units := tuple(_units(view)):
        yield Heading(message("standings.units"), message("standings.signs"))
        yield Table("ll", UNITS, units)
    if view["pillaged"]:
        yield remark(message("standings.pillaged", squares=_in_order(view["pillaged"])))
    if view["enlightenment"]:
        yield remark(message("standings.enlightened", squares=_in_order(view["enlightenment"])))


def _units(view: View) -> Iterator[tuple[str, Cell]]:
    by_power: dict[str, list[Message]] = {}
    for square in _in_order(view["units"]):
        for power, stack in view["units"][square].items():
            there = message("standings.there", square=square, units=short(stack))
            by_power.setdefault(power, []).append(there)
    minors = sorted(power for power in by_power if power not in view["controllers"])
    for power in (*view["controllers"], *minors):
        if power in by_power:
            yield power, groups(by_power[power])


def _in_order(squares: Iterable[str]) -> tuple[str, ...]:
    """Squares in the order of the map: row by row, from the left."""
    return tuple(sorted(squares, key=lambda square: (square[0], int(square[1:]))))


# What a treasury is spent with, and on

PRICED: Mapping[str, Cell] = {
    **{unit: unit for unit in ("army", "fleet", "horde", "base")},
    "fortified_zone": message("price.zone"),
    "training": message("price.training"),
    "marker": message("price.marker"),
    "clear_pillage": message("price.clear_pillage"),
}
"""What can be bought, and its name."""
IN_A_ROW = 3
"""The number of prices side by side."""


def at_hand(view: View, seat: str, question: Asked) -> Iterable[Block] | None:
    """Tell a seat that spends its treasury its units and the prices; other questions have none."""
    return _to_spend(view, seat) if question.kind == "treasury" else None


def _to_spend(view: View, seat: str) -> Iterator[Block]:
    own = {power: there for power, there in _units(view) if power in view["powers"].get(seat, ())}
    if own:
        yield Heading(message("standings.own_units"), message("standings.signs"))
        yield Table("ll", UNITS, tuple(own.items()))
    if costs := view.get("costs"):  # none in mails of an earlier version
        yield Heading(message("price.heading"), message("price.more"))
        yield Table("lr" * IN_A_ROW, (), tuple(_prices(costs)))


def _prices(costs: Mapping[str, int]) -> Iterator[tuple[Cell, ...]]:
    cells: list[Cell] = [cell for what, name in PRICED.items() for cell in (name, costs[what])]
    width = 2 * IN_A_ROW
    cells += [""] * (-len(cells) % width)
    yield from (tuple(cells[at : at + width]) for at in range(0, len(cells), width))


# What only the reader may know


def secrets(view: View, seat: str) -> Iterable[Block]:
    """Tell what a seat holds (points, markers), and the offers, proposals and agreements of which
    it is a party (21)."""
    treasury = view["treasury"].get(seat, 0)
    yield remark(message("secrets.treasury", points=treasury))
    yield remark(message("secrets.hand", markers=markers(view["hands"].get(seat, ()))))
    for offer in view["offers"]:
        slots = {"seat": offer["by"], "other": offer["to"]}
        yield remark(message("talks.offered", power=offer["power"], **slots))
    for made in view["proposals"]:
        id = "secrets.own_proposal" if made["parties"][0] == seat else "secrets.proposal"
        yield from _with_another(id, made, seat)
    for made in view["agreements"]:
        yield from _with_another("secrets.agreement", made, seat)


def _with_another(id: str, made: Mapping[str, Any], seat: str) -> Iterator[Block]:
    """What a seat has agreed on with another, or may; nothing where others are the parties."""
    if seat in made["parties"]:
        (other,) = (each for each in made["parties"] if each != seat)
        slots = {"other": other, "n": made["n"], "until": made["until"]}
        yield remark(message(id, clause=clause(made["clause"]), **slots))
