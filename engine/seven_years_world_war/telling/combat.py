"""Tells of combat, leaders, and markers that are played and cancelled."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.core.messages import Message, message, text
from engine.kit.telling import Break, Fought, Part, Sentence, Told, View
from engine.seven_years_world_war.telling.phrases import after, force, force_of, place

DECLARED: Mapping[str, str] = {
    "attack": "combat.attack",
    "forced": "combat.forced",
    "alliance": "combat.alliance",
    "countermarch": "combat.countermarch",
    "rebels": "combat.rebels",
}
"""By the manner of an attack."""
EFFECTS: Mapping[tuple[str, str], str] = {
    ("attacker", "loses_all"): "combat.attacker_loses_all",
    ("attacker", "loses_half"): "combat.attacker_loses_half",
    ("attacker", "loses_units"): "combat.attacker_loses_units",
    ("attacker", "retreats"): "combat.attacker_retreats",
    ("defender", "loses_all"): "combat.defender_loses_all",
    ("defender", "loses_half"): "combat.defender_loses_half",
    ("defender", "loses_units"): "combat.defender_loses_units",
    ("defender", "retreats"): "combat.defender_retreats",
    ("both", "loses_all"): "combat.both_lose_all",
    ("both", "loses_half"): "combat.both_lose_half",
    ("both", "loses_units"): "combat.both_lose_units",
}
"""What a result does to the units of a side; its other effects are told when they happen."""
OTHER: Mapping[str, str] = {"attacker": "defender", "defender": "attacker"}
HALF_AS_MANY_AGAIN = "1.5:1"
"""The only odds that are not whole numbers; each language writes them in its own way."""


def marker_played(e: Told, _view: View) -> Iterable[Part]:
    """Tell that a marker is played."""
    yield from after(e, "treasury_done")
    yield Sentence(message("combat.played", seat=e["seat"], marker=e["marker"]))


def marker_stopped(e: Told, _view: View) -> Iterable[Part]:
    """Tell that a marker has been cancelled."""
    yield Sentence(message("combat.stopped", seat=e["seat"], marker=e["marker"], by=e["by"]))


def attack_declared(e: Told, _view: View) -> Iterable[Part]:
    """Tell who attacks whom, with which units; both sides also read the table and the leader."""
    yield Break()
    slots = {"seat": e["seat"], "start": e["start"], "target": place(e["target"])}
    slots["force"] = force_of(e["seat"], e["force"])
    declared = message(DECLARED[e["manner"]], **slots, table=e["table"])
    led = message("combat.led", leader=e["leader"]) if e["leader"] else ""
    defending = force(e["defending"])
    told = (
        Sentence(message("combat.declared", declared=declared, led=led)),
        Sentence(message("combat.defended", target=e["target"], force=defending)),
    )
    bare = message(DECLARED[e["manner"]], **slots, table=None)
    brief = message("combat.declared_in_brief", declared=bare, defending=defending)
    yield Fought((e["seat"], e["defender"]), told, brief)


def defence_led(e: Told, _view: View) -> Iterable[Part]:
    """Tell who leads the defence."""
    yield Sentence(message("combat.defence_led", seat=e["seat"], leader=e["leader"]))


def combat_fought(e: Told, _view: View) -> Iterable[Part]:
    """Tell odds and result; both sides also read the strengths and the die."""
    slots = {"attack": e["attack"], "defence": e["defence"], "terrain": e["terrain"]}
    result = message("combat.result", code=text(e["result"]), effects=tuple(_effects(e["effects"])))
    odds = _odds(e)
    told = Sentence(message("combat.fought", odds=odds, die=e["die"], result=result, **slots))
    brief = message("combat.fought_in_brief", odds=odds, result=result)
    yield Fought((e["attacker"], e["defender"]), (told,), brief)


def _odds(e: Told) -> Message:
    return message("combat.odds", odds=text(e["odds"]), half=e["odds"] == HALF_AS_MANY_AGAIN)


def _effects(effects: Iterable[Any]) -> Iterable[Message]:
    """What a result does to units, in words; `again`: to the same side as the effect told
    before."""
    told = ""
    for side, act, number in _of_both(effects):
        if say := EFFECTS.get((side, act)):
            yield message(say, number=number, again=side == told)
            told = side


def _of_both(effects: Iterable[Any]) -> Iterator[tuple[str, str, int]]:
    """The effects, with equal ones on both sides put together."""
    done = [(side, act, number) for side, act, number in effects]
    for side, act, number in done:
        both = (OTHER[side], act, number) in done and ("both", act) in EFFECTS
        if not both:
            yield side, act, number
        elif side == "attacker":
            yield "both", act, number


def leader_lost(e: Told, _view: View) -> Iterable[Part]:
    """20.61: tell that a leader is lost."""
    yield Sentence(message("combat.leader_lost", leader=e["leader"], power=e["power"]))


def retreated(e: Told, _view: View) -> Iterable[Part]:
    """Tell where beaten units have gone."""
    slots = {"start": e["start"], "square": e["square"], "force": force(e["force"])}
    yield Sentence(message("combat.retreated", **slots))


def held_ground(e: Told, _view: View) -> Iterable[Part]:
    """15.81: tell that a side has held its ground."""
    yield Sentence(message("combat.stood", square=e["square"]))


def advanced(e: Told, _view: View) -> Iterable[Part]:
    """Tell which units have advanced into the square."""
    yield Sentence(
        message("combat.advanced", square=e["square"], force=force_of(e["seat"], e["force"]))
    )


def square_won(e: Told, _view: View) -> Iterable[Part]:
    """Tell that a square is won if nobody has entered it; an advance has been told already."""
    if not e["advanced"]:
        yield Sentence(message("combat.won", square=e["square"]))


def rebels_beaten(e: Told, _view: View) -> Iterable[Part]:
    """25.3: tell that rebels are beaten."""
    yield Sentence(message("combat.rebels_beaten", square=e["square"]))
