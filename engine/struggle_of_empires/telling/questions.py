"""What is asked: for each kind of decision its question, its title, what happens without an answer,
and what else there is to know."""

from collections.abc import Callable, Iterable, Mapping

from engine.core.messages import Message, message, text
from engine.kit.telling import (
    Asked,
    Block,
    Bullets,
    Paragraph,
    Says,
    Told,
    by_default,
    remark,
    says,
)
from engine.struggle_of_empires.telling import battle_questions as battle
from engine.struggle_of_empires.telling.phrases import faces, proposal, regions

# Set-up


def _redraw_facts(q: Asked) -> Iterable[Message]:
    yield message("facts.redraw", markers=regions(q.facts["markers"]))


def _draft(q: Asked) -> Message:
    left = q.facts["left"]
    return message("ask.draft", hand=faces(q.facts["hand"]), others=left if left > 1 else 0)


def _draft_facts(q: Asked) -> Iterable[Block]:
    chosen = message("facts.draft_chosen", markers=faces(q.facts["chosen"]))
    first = chosen if q.facts["chosen"] else message("facts.draft_nothing_chosen")
    yield remark(first, message("facts.draft_hidden"))


def _placement(q: Asked) -> Message:
    slots = {"round": q.facts["round"], "rounds": q.facts["rounds"]}
    return message("ask.placement", first=q.facts["round"] == 1, **slots)


def _placement_facts(q: Asked) -> Iterable[Block]:
    if q.facts["round"] == 1:
        yield Paragraph((message("facts.placement"),))


# Grand alliances


def _auction(q: Asked) -> Message:
    if not q.facts["bidder"]:
        return message("ask.opening", last=len(q.facts["unallied"]) == 1)
    slots = {"gold": q.facts["bid"], "lowest": q.facts["lowest"], "proposal": proposal(q.facts)}
    return message("ask.bid", who=q.facts["bidder"], **slots)


def _auction_title(q: Asked) -> Message:
    return message("title.bid") if q.facts["bidder"] else message("title.opening")


def _auction_otherwise(q: Asked) -> Message:
    if q.facts["bidder"]:
        return message("otherwise.bid")
    return message("otherwise.opening", order=text(q.default))


def _auction_facts(q: Asked) -> Iterable[Block]:
    opens = not q.facts["bidder"]
    said = [message("facts.unallied", powers=q.facts["unallied"])] if opens else []
    if q.facts["passed"]:
        said.append(message("facts.passed", powers=q.facts["passed"]))
    if q.facts["before"]:
        said.append(message("facts.before_you", powers=q.facts["before"]))
    said.append(message("facts.auction", first=opens))
    if "gold" in q.facts:  # not in questions that an older version has asked
        gold = q.facts["gold"]
        said.append(message("facts.gold", gold=gold, short=q.facts["lowest"] > gold))
    yield remark(*said)


# Actions


def _action(q: Asked) -> Message:
    left = q.facts["actions_left"]
    if left == 1:
        return message("ask.last_action", taken=q.facts["actions_taken"])
    once = q.facts.get("once_a_turn", [SPECIAL])
    if once == [SPECIAL]:
        return message("ask.actions", left=left)
    groups = tuple(message("ask.once_a_turn", group=group) for group in once)
    return message("ask.actions_by_group", left=left, groups=groups)


SPECIAL = "special action"


def _action_otherwise(q: Asked) -> Message:
    return message("otherwise.action", left=q.facts["actions_left"])


def _sea_die_facts(q: Asked) -> Iterable[Message | Block]:
    costs, gold = q.facts["costs"], q.facts["gold"]
    ways = [message(PAY_TO[end], cost=cost) for end, cost in costs.items()]
    accept = message("facts.accept", sinks=q.facts["die"] == "sink")
    yield Bullets((*ways, accept))
    yield message("facts.gold", gold=gold, short=gold < 3)


PAY_TO: Mapping[str, str] = {"arrive": "facts.pay_to_arrive", "stay": "facts.pay_to_stay"}


# By the kind of decision

ASK: Mapping[str, Says] = {
    "redraw": says("ask.redraw", "duplicates"),
    "draft": _draft,
    "placement": _placement,
    "auction": _auction,
    "action": _action,
    "free_action": says("ask.free_action", "usable"),
    "further_move": says("ask.further_move", "left"),
    "militia_build": says("ask.militia_build", "population"),
    "native_move": says("ask.native_move", "region"),
    "sea_die": says("ask.sea_die", "die", "unit", "origin", "destination"),
    "surprise": battle.surprise,
    "call": battle.call,
    "naval": battle.naval,
    "alliance_use": says("ask.alliance_use", "alliance"),
    "surrender": says("ask.surrender", "attacker", "region", "own", "against"),
    "double_support": says("ask.double_support", "region"),
    "reroll": battle.reroll,
    "withdraw": battle.withdraw,
    "loss": battle.loss,
}
TITLES: Mapping[str, Says] = {
    "redraw": says("title.redraw"),
    "draft": says("title.draft"),
    "placement": says("title.placement"),
    "auction": _auction_title,
    "action": says("title.action"),
    "free_action": says("title.free_action"),
    "further_move": says("title.further_move"),
    "militia_build": says("title.militia_build"),
    "native_move": says("title.native_move"),
    "sea_die": says("title.sea_die", "die"),
    "surprise": says("title.surprise"),
    "call": says("title.call", "attacker", "region"),
    "naval": battle.naval_title,
    "alliance_use": says("title.alliance_use"),
    "surrender": says("title.surrender", "region"),
    "double_support": says("title.double_support"),
    "reroll": says("title.reroll"),
    "withdraw": says("title.withdraw"),
    "loss": says("title.loss"),
}
OTHERWISE: Mapping[str, Says] = {
    "redraw": says("otherwise.redraw"),
    "draft": by_default("otherwise.draft"),
    "placement": by_default("otherwise.placement"),
    "auction": _auction_otherwise,
    "action": _action_otherwise,
    "free_action": says("otherwise.free_action"),
    "further_move": says("otherwise.further_move"),
    "militia_build": says("otherwise.militia_build"),
    "native_move": says("otherwise.native_move"),
    "sea_die": says("otherwise.sea_die", "die"),
    "surprise": says("otherwise.surprise"),
    "call": says("otherwise.call"),
    "naval": battle.naval_otherwise,
    "alliance_use": battle.alliance_use_otherwise,
    "surrender": says("otherwise.surrender"),
    "double_support": says("otherwise.double_support"),
    "reroll": says("otherwise.reroll"),
    "withdraw": says("otherwise.withdraw"),
    "loss": by_default("otherwise.loss"),
}
FACTS: Mapping[str, Callable[[Asked], Iterable[Message | Block]]] = {
    "redraw": _redraw_facts,
    "draft": _draft_facts,
    "placement": _placement_facts,
    "auction": _auction_facts,
    "sea_die": _sea_die_facts,
    "call": battle.call_facts,
}
"""The facts about those kinds of decision that have any."""
TOLD: Mapping[str, Mapping[str, Callable[[Asked, Told], bool]]] = {
    "auction": {
        "bid": lambda q, e: (e["seat"], e["gold"]) == (q.facts["bidder"], q.facts["bid"]),
        "auction_opened": lambda q, _: not q.facts["bidder"],
    },
    "call": {
        "attack_declared": battle.is_declared,
        "allies_called": lambda _, e: len([*e["attacker"], *e["defender"]]) == 1,
    },
    "naval": {"attack_declared": battle.is_declared},
}
"""Events that a question already tells, so that no story has to."""
