"""What is asked, for each kind of decision: in a sentence, in a few words, and what happens without
an answer."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.core.messages import Message, message
from engine.empires_of_the_ancient_world.telling.phrases import cards, some
from engine.kit.telling import Asked, Says, Told, by_default, says

# What is asked


def _attacked(q: Asked) -> dict[str, Any]:
    return {name: q.facts[name] for name in ("attacker", "area")}


STANCES: Mapping[str, Message] = {
    "outside": message("stance.outside"),
    "ambush": message("stance.ambush"),
    "inside": message("stance.inside"),
    "inside_ambush": message("stance.inside_ambush"),
}


def _ask_stance(q: Asked) -> Message:
    stances = tuple(STANCES[stance] for stance in q.facts["stances"])
    return message("ask.stance", stances=stances, **_attacked(q))


def _ask_deck(q: Asked) -> Message:
    slots = {"place": q.facts["place"], "most": q.facts["size"]}
    if q.facts["side"] == "attacker":
        return message("ask.deck_of_attacker", area=q.facts["area"], **slots)
    return message("ask.deck_of_defender", **_attacked(q), **slots)


def _title_of_deck(q: Asked) -> Message:
    if q.facts["side"] == "attacker":
        return message("title.deck_of_attacker", area=q.facts["area"])
    return message("title.deck_of_defender", **_attacked(q))


ASK: Mapping[str, Says] = {
    "start_province": says("ask.start_province"),
    "placement": says("ask.placement", "left"),
    "first_fort": says("ask.first_fort"),
    "action": says("ask.action", "extra"),
    "further_trade": says("ask.further_trade"),
    "pick": says("ask.pick"),
    "stance": _ask_stance,
    "deck": _ask_deck,
}
TITLES: Mapping[str, Says] = {
    "start_province": says("title.start_province"),
    "placement": says("title.placement"),
    "first_fort": says("title.first_fort"),
    "action": says("title.action", "extra"),
    "further_trade": says("title.further_trade"),
    "pick": says("title.pick"),
    "stance": says("title.stance", "attacker", "area"),
    "deck": _title_of_deck,
}
OTHERWISE: Mapping[str, Says] = {
    "start_province": by_default("otherwise.start_province"),
    "placement": by_default("otherwise.placement"),
    "first_fort": by_default("otherwise.first_fort"),
    "action": says("otherwise.action", "extra"),
    "further_trade": says("otherwise.further_trade"),
    "pick": by_default("otherwise.pick"),
    "stance": lambda q: message("otherwise.stance", stance=q.default_choice[0]),
    "deck": by_default("otherwise.deck"),
}


# What there is to know


def _opponent(other: Mapping[str, Any]) -> Message:
    """What everybody knows of the other side."""
    slots = {"cards": other["cards"], "personalities": some(other["personalities"])}
    return message("facts.opponent", seat=other["seat"], **slots)


def _stance(q: Asked) -> Iterable[Message]:
    if "inside" in q.facts["stances"]:
        sizes = q.facts["sizes"]
        yield message("facts.inside", inside=sizes["siege"], outside=sizes["field"])
    if "ambush" in q.facts["stances"]:
        yield message("facts.could_ambush", cards=q.facts["light"])
    yield _opponent(q.facts["opponent"])
    yield message("facts.armies_later")


def _deck(q: Asked) -> Iterable[Message]:
    if q.facts["cards"]:
        yield from _fighting(q.facts)
    else:
        yield message("facts.no_card")
    if limits := q.facts["limits"]:
        each = tuple(message("facts.limit", cards=limit["types"]) for limit in limits)
        yield message("facts.limits", limits=each)
    if not q.facts["ordered"]:
        yield message("facts.any_order")
    if q.facts["ambush"]:
        yield message("facts.ambush", cards=q.facts["light"])
    yield _opponent(q.facts["opponent"])
    yield message("facts.hidden", seat=q.facts["opponent"]["seat"])


def _fighting(facts: Mapping[str, Any]) -> Iterable[Message]:
    """The cards that can fight, with fast and slow ones apart if their order matters."""
    held, slow = facts["cards"], facts["slow"]
    if not facts["ordered"]:
        yield message("facts.cards", cards=cards(held))
        return
    yield message("facts.fast_cards", cards=cards(card for card in held if card not in slow))
    behind = cards(card for card in held if card in slow)
    yield message("facts.slow_cards", cards=behind, leader=facts["leader"])


FACTS: Mapping[str, Callable[[Asked], Iterable[Message]]] = {
    "start_province": lambda _: (message("facts.start_province"),),
    "placement": lambda q: (message("facts.placement"),) if q.facts["left"] > 1 else (),
    "first_fort": lambda _: (message("facts.first_fort"),),
    "action": lambda q: (message("facts.action", cubes=q.facts["warehouse"]),),
    "stance": _stance,
    "deck": _deck,
}
TOLD: Mapping[str, Mapping[str, Callable[[Asked, Told], bool]]] = {
    "deck": {"battle_begun": lambda q, e: bool(e["area"] == q.facts["area"])},
}
"""Events that a question already tells, so that no story has to."""
