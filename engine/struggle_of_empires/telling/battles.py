"""Battles, told item by item: strengths, dice, naval support, losses."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.messages import Item, Message, message, text
from engine.kit.telling import (
    Fought,
    Part,
    Result,
    Sentence,
    Side,
    Tally,
    Told,
    View,
    bold,
    in_a_row,
)
from engine.struggle_of_empires.telling.phrases import side, target

COMBATS: Mapping[str, str] = {"naval": "battle.at_sea", "land": "battle.on_land"}
ITEMS: Mapping[str, str] = {
    "armies": "item.armies",
    "navies": "item.navies",
    "forts": "item.forts",
}
"""Items that are counted in pieces."""
OTHER_ITEMS: Mapping[str, str] = {"training": "item.training", "support": "item.support"}


def combat(key: str, roll: int = 0) -> Message:
    """Return the title of a combat, with the number of the roll if there are several."""
    return message(COMBATS[key], roll=roll)


SIDES = ("attacker", "defender")
BRIEFLY: Mapping[str, str] = {
    "naval": "battle.at_sea_in_brief",
    "land": "battle.on_land_in_brief",
}


def fought(e: Mapping[str, Any], title: Message) -> Fought:
    """Tell the strengths of both sides and their dice; readers who were not in it get the
    result."""
    sides = (_side(e[name], wins=e["winner"] == name) for name in SIDES)
    own, against = (e[name]["total"] for name in SIDES)
    brief = message(BRIEFLY[e["combat"]], own=own, against=against)
    return Fought(tuple(_powers(e)), (Tally(title, tuple(sides)),), brief)


def _powers(e: Mapping[str, Any]) -> Iterable[str]:
    """Whose units fought."""
    for told in (e[name] for name in SIDES):
        yield told["power"]
        yield from (item["power"] for item in told["items"] if "power" in item)


def _side(told: Mapping[str, Any], *, wins: bool) -> Side:
    items = in_a_row(_item(each, told["power"]) for each in told["items"])
    high, low = max(told["dice"]), min(told["dice"])
    return Side(
        bold(side(told["power"]), when=wins),
        items or message("battle.no_strength"),
        text(f"{told['base']} + {told['difference']} ({high}-{low})"),
        told["total"],
        message("battle.seven") if told["seven"] else "",
    )


def _item(item: Mapping[str, Any], power: str) -> Message:
    """One thing that counts: 2 armies, Prussia 1 army, 1 fort +2, Gaucho +1."""
    if item["item"] == "alliance":
        return message("item.alliance", alliance=item["name"], strength=item["strength"])
    if item["item"] == "value":
        return message("item.value", strength=item["strength"])
    if item["item"] in OTHER_ITEMS:
        return message(OTHER_ITEMS[item["item"]], strength=item["strength"])
    differs = item["strength"] != item["count"]
    slots = {"number": item["count"], "strength": item["strength"], "differs": differs}
    counted = message(ITEMS[item["item"]], **slots)
    if item["power"] == power:
        return counted
    return message("item.of_ally", power=item["power"], item=counted)


def _winner(e: Told) -> Item:
    return target(e[e["winner"]]["power"])


def combat_dice(e: Told, _view: View) -> Iterable[Part]:
    """Tell a roll that does not stand; the last one is told with the combat as a whole."""
    if e["after"]["what"] in ("combat_fought", "withdrawal"):
        return
    yield fought(e, combat(e["combat"], e["rolls"] if e["rolls"] > 1 else 0))
    if e["winner"] == "tie":
        yield Result(message("battle.tie_so_far"))
    else:
        yield Result(message("battle.won_so_far", who=_winner(e)))


def rerolled(e: Told, _view: View) -> Iterable[Part]:
    """Tell that the dice are rolled again."""
    yield Result(message("battle.rerolled", who=e["seat"]))


def combat_fought(e: Told, _view: View) -> Iterable[Part]:
    """Tell a combat as a whole, and who has won it."""
    yield fought(e, combat(e["combat"]))
    if e["winner"] == "tie":
        yield Result(message("battle.tie"))
    else:
        held = e["winner"] == "defender" and e["combat"] == "land"
        yield Result(message((HELD if held else WON)[_margin(e)], who=_winner(e)))


def _margin(e: Told) -> str:
    """How clearly a combat was won: by one, by at least what two dice can differ by, or between."""
    margin = abs(e["attacker"]["total"] - e["defender"]["total"])
    return "narrow" if margin == 1 else "clear" if margin >= CLEAR else ""


CLEAR = 5
"""From this margin on a victory is clear: it is the most that two dice can differ by."""
WON = {"": "battle.won", "clear": "battle.won_clearly", "narrow": "battle.won_narrowly"}
HELD = {"": "battle.held", "clear": "battle.held_clearly", "narrow": "battle.held_narrowly"}
LOST = {
    "defeat": "battle.loss_for_defeat",
    "tie": "battle.loss_for_tie",
    "seven": "battle.loss_for_seven",
}


def naval_support(e: Told, _view: View) -> Iterable[Part]:
    """Tell who has naval support, if no combat has told it."""
    if e["side"] == "none":
        yield Result(message("battle.no_support"))
    elif e["reason"] == "unopposed":
        yield Sentence(message("battle.support_unopposed", who=e["power"]))
    elif e["reason"] == "declined":
        yield Sentence(message("battle.support_left", who=e["power"]))
    else:
        yield Result(message("battle.support", who=e["power"]))


def withdrawal(e: Told, _view: View) -> Iterable[Part]:
    """Tell of Fighting Withdrawal."""
    yield Result(message("battle.withdrawal", who=e["seat"]))


def spared(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a Fighting Withdrawal for the whole attack."""
    yield Result(message("battle.spared", who=e["seat"]))


def no_loss(e: Told, _view: View) -> Iterable[Part]:
    """Tell, once, that there is nothing left to lose."""
    if e["before"]["what"] != "no_loss":
        more = e["before"]["what"] in ("loss", "unit_lost", "unrest_drawn")
        yield Result(message("battle.nothing_to_lose", who=target(e["power"]), more=more))


def loss(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a unit that was lost in combat."""
    yield Result(message(LOST[e["cause"]], who=e["power"], unit=e["unit"]))


def no_land_combat(e: Told, _view: View) -> Iterable[Part]:
    """Tell that the attack ends at sea."""
    if e["reason"].startswith("no army"):
        yield Sentence(message("battle.no_army_there"))
    else:
        yield Sentence(message("battle.nothing_to_fight_for"))


def surrendered(e: Told, _view: View) -> Iterable[Part]:
    """Tell that the marker is given up."""
    yield Result(message("battle.surrendered", who=e["seat"], region=e["region"]))
