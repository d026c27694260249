"""Where everybody stands: powers, regions, tiles, and what only the reader knows."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.core.messages import Item, Message, message, text
from engine.kit.telling import (
    NOTHING,
    Block,
    Cell,
    Heading,
    News,
    Points,
    Table,
    View,
    bold,
    in_a_row,
    remark,
)
from engine.struggle_of_empires.telling.phrases import face

MOMENTS: Mapping[str, str] = {
    "setup": "moment.setup",
    "neutrals": "moment.neutrals",
    "alliances": "moment.alliances",
    "actions": "moment.actions",
    "income": "moment.income",
    "scoring": "moment.scoring",
    "end-of-war": "moment.end_of_war",
    "over": "moment.over",
}
"""The message for each phase."""


def moment(view: View) -> Message:
    """Tell where the game stands: war 2, round 3 of 5."""
    slots = {"war": view["war"], "round": view["round"], "rounds": view["rounds"]}
    return message(MOMENTS["over" if view["result"] else view["phase"]], **slots)


BEFORE_ROUNDS = ("setup", "neutrals", "alliances")
"""Phases of a war before its first round."""


def rounds(view: View) -> tuple[int, int]:
    """Return the war and its round; 0 for what comes before the first, with the setting up."""
    return view["war"], 0 if view["phase"] in BEFORE_ROUNDS else view["round"]


def points(view: View) -> Mapping[str, Points]:
    """Tell what each power has, and what the control markers on the board would bring."""
    brought = Counter[str]()
    for worth in view["scored_now"].values():
        brought.update(worth)
    return {who: Points(n, n + brought[who]) for who, n in view["victory_points"].items()}


def own_places(view: View, seat: str) -> Collection[str]:
    """Tell where a power has units: regions, and home."""
    return [place for place, force in view["units"].get(seat, {}).items() if force]


# Powers


def standings(view: View, seat: str | None, news: News) -> Iterable[Block]:
    """Tell what each power has."""
    head = (
        *("", message("head.side"), message("head.gold"), message("head.people")),
        *(message("head.markers"), message("head.units"), message("head.unrest")),
        *(message("head.points"), ""),
    )
    order = [*view["turn_order"], *(s for s in view["seats"] if s not in view["turn_order"])]
    rows = (_row(view, who, news, own=who == seat) for who in order)
    yield Table("llrrrrrrt", head, tuple(rows))
    if not _open(view) and any(view.get("unrest_returned", {}).values()):
        yield remark(message("standings.unrest_shown", drawn=view["unrest_drawn"]))
    if view["unplayed"]:
        unplayed = tuple(
            message("standings.unplayed_in", power=power, alliance=alliance) if alliance else power
            for power, alliance in view["unplayed"].items()
        )
        yield remark(message("standings.unplayed", powers=unplayed))
    auction = view["auction"]
    if auction and auction["bidder"]:
        slots = {row: "" if auction[row] == "none" else auction[row] for row in ("red", "blue")}
        yield remark(
            message("standings.auction", who=auction["bidder"], gold=auction["bid"], **slots)
        )


def _row(view: View, who: str, news: News, *, own: bool) -> tuple[Cell, ...]:
    return (
        bold(who, when=own),
        _alliance(view, who),
        view["gold"][who],
        view["population"][who],
        _markers(view, who, news),
        sum(sum(force.values()) for force in view["units"].get(who, {}).values()),
        view["unrest"][who] if _open(view) else _unrest_seen(view, who),
        view["victory_points"][who],
        message("standings.you") if own else "",
    )


def _open(view: View) -> bool:
    """Whether everybody sees everybody's unrest."""
    return len(view["unrest"]) == len(view["seats"])


def _alliance(view: View, who: str) -> Message:
    for alliance in ("red", "blue"):
        if who in view[alliance]:
            place = view[alliance].index(who) + 1
            return message("phrase.place_in_alliance", alliance=alliance, place=place)
    return NOTHING


def _markers(view: View, who: str, news: News) -> Cell:
    """Control markers, and how many were won and lost in these news."""
    held = sum(owners.get(who, 0) for owners in view["control"].values())
    change = sum(_change(event, who) for event in news) if view["phase"] == "actions" else 0
    return text(f"{held} ({change:+d})") if change else held


def _change(event: Mapping[str, Any], who: str) -> int:
    data = event["data"]
    if event["what"] == "control_taken":
        return int(data["seat"] == who) - int(data["loser"] == who)
    return -int(data["victim"] == who) if event["what"] == "incited_held" else 0


def _unrest_seen(view: View, who: str) -> Cell:
    """What the others see of a seat's unrest: 9 (-8)."""
    taken, returned = view["unrest_taken"][who], view.get("unrest_returned", {}).get(who, 0)
    return text(f"{taken} (-{returned})") if returned else int(taken)


# What the map shows, for readers of the text alone, and what the map does not show


def details(view: View, seat: str | None) -> Iterable[Block]:
    """Tell what is in each region, and what else each seat has."""
    yield Heading(message("standings.regions"), message("standings.letters"))
    head = ("", message("head.worth"), message("head.markers"), message("head.units"))
    rows = [_region(view, seat, region, worth) for region, worth in view["values"].items()]
    home = in_a_row(_forces(view, seat, view["seats"], "home"))
    if home:
        rows.append((message("standings.at_home"), "", "", home))
    yield Table("llll", head, tuple(rows))
    owners = [who for who in view["seats"] if view["tiles"].get(who) or view["alliances"].get(who)]
    if owners:
        yield Heading(message("standings.possessions"))
        yield Table("ll", (), tuple((who, in_a_row(_possessions(view, who))) for who in owners))
    if costs := view.get("tile_costs"):  # missing in mails of an earlier version
        yield Heading(message("standings.to_claim"), message("standings.to_claim_more"))
        yield Table("ll", (), tuple(_to_claim(view, costs)))


PRICES: Mapping[str, str] = {
    "gold": "standings.price_gold",
    "population": "standings.price_population",
    "unrest": "standings.price_unrest",
}
"""What a tile may cost, by the fields of its struct."""


def _to_claim(view: View, costs: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[Cell, ...]]:
    """The tiles on display by their cost, the cheapest first."""
    by_cost: dict[tuple[int, ...], list[Message]] = {}
    for tile, cost in costs.items():
        left = view["stock"][tile]
        said = message(
            "standings.tile", tile=tile, number=left if left > 1 else 0, used=0, all=False
        )
        by_cost.setdefault(tuple(cost[what] for what in PRICES), []).append(said)
    for prices, tiles in sorted(by_cost.items(), key=lambda row: row[0]):
        pairs = zip(PRICES.values(), prices, strict=True)
        paid = [message(price, number=number) for price, number in pairs if number]
        yield in_a_row(paid) or message("standings.price_none"), in_a_row(tiles)


def _region(view: View, seat: str | None, region: str, worth: Sequence[int]) -> tuple[Cell, ...]:
    everybody = [*view["seats"], *view["unplayed"]]
    there = list(_forces(view, seat, everybody, region))
    if region in view["blockades"]:
        there.append(message("standings.blockade", power=view["blockades"][region]))
    holders = tuple(_holders(view, seat, region))
    return (
        region,
        text("/".join(map(str, worth))),
        message("phrase.groups", what=holders) if holders else NOTHING,
        in_a_row(there) or NOTHING,
    )


def _holders(view: View, seat: str | None, region: str) -> Iterator[Message]:
    """Who holds markers in a region: powers, those with the most first; then pirates, rebels,
    nobody."""
    held = sorted(view["control"].get(region, {}).items(), key=lambda item: item[1], reverse=True)
    for who, number in held:
        if number:
            slots = {"power": _called(who, seat), "number": number}
            yield message("phrase.power_and_number", **slots)
    if region in view["pirates"]:
        yield message("standings.pirates", of=view["pirates"][region])
    if region in view["rebels"]:
        yield message("standings.rebels", of=view["rebels"][region])
    if faces := view["neutrals"].get(region):
        yield message("standings.neutral", faces=tuple(map(face, faces)))


def _called(who: str, seat: str | None) -> Item:
    return message("phrase.you") if who == seat else who


LETTERS: Mapping[str, str] = {
    "army": "letter.armies",
    "navy": "letter.navies",
    "fort": "letter.forts",
}


def _forces(view: View, seat: str | None, powers: Iterable[str], place: str) -> Iterator[Message]:
    """Whose units are in a place: Austria 2A 1N."""
    for who in powers:
        if force := view["units"].get(who, {}).get(place):
            pieces = tuple(
                message(letter, number=force[unit])
                for unit, letter in LETTERS.items()
                if force.get(unit)
            )
            yield message("standings.force", power=_called(who, seat), units=pieces)


def _possessions(view: View, who: str) -> Iterator[Message]:
    """A seat's tiles, several of a kind together, and its local alliances."""
    held = sorted(view["tiles"].get(who, ()), key=lambda tile: str(tile["tile"]))
    for tile in dict.fromkeys(one["tile"] for one in held):
        uses = [one["used"] for one in held if one["tile"] == tile]
        number, used = len(uses), sum(uses)
        slots = {"number": number if number > 1 else 0, "used": used, "all": used == number}
        yield message("standings.tile", tile=tile, **slots)
    for alliance in view["alliances"].get(who, ()):
        yield message("standings.ally", alliance=alliance)


# What only the reader may know


def secrets(view: View, seat: str) -> Iterable[Block]:
    """Tell a seat its unrest."""
    unrest = view["unrest"].get(seat, 0)
    if _open(view):
        said = message("secrets.unrest_open", unrest=unrest)
    else:
        returned = view.get("unrest_returned", {}).get(seat, 0)
        slots = {"unrest": unrest, "taken": view["unrest_taken"][seat], "returned": returned}
        if view["unrest_drawn"]:
            said = message("secrets.unrest_counters", **slots)
        else:
            said = message("secrets.unrest_points", **slots)
    yield remark(said, message("secrets.revolution"))
