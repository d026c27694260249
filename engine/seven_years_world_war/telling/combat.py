"""Combat, leaders, and markers that are played and cancelled, told."""

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
"""By what a result does to a side; what else it does is told when it is done."""
OTHER: Mapping[str, str] = {"attacker": "defender", "defender": "attacker"}
HALF_AS_MANY_AGAIN = "1.5:1"
"""The only odds that are no whole numbers, which each language writes in its own way."""


def marker_played(e: Told, _view: View) -> Iterable[Part]:
    """A marker that does something."""
    yield from after(e, "treasury_done")
    yield Sentence(message("combat.played", seat=e["seat"], marker=e["marker"]))


def marker_stopped(e: Told, _view: View) -> Iterable[Part]:
    """A marker that has been cancelled."""
    yield Sentence(message("combat.stopped", seat=e["seat"], marker=e["marker"], by=e["by"]))


def attack_declared(e: Told, _view: View) -> Iterable[Part]:
    """Who attacks whom, with what; by which table and led by whom, to both sides."""
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
    """Who leads the defence."""
    yield Sentence(message("combat.defence_led", seat=e["seat"], leader=e["leader"]))


def combat_fought(e: Told, _view: View) -> Iterable[Part]:
    """Odds and result; strengths and die, to both sides."""
    slots = {"attack": e["attack"], "defence": e["defence"], "terrain": e["terrain"]}
    result = message("combat.result", code=text(e["result"]), effects=tuple(_effects(e["effects"])))
    odds = _odds(e)
    told = Sentence(message("combat.fought", odds=odds, die=e["die"], result=result, **slots))
    brief = message("combat.fought_in_brief", odds=odds, result=result)
    yield Fought((e["attacker"], e["defender"]), (told,), brief)


def _odds(e: Told) -> Message:
    return message("combat.odds", odds=text(e["odds"]), half=e["odds"] == HALF_AS_MANY_AGAIN)


def _effects(effects: Iterable[Any]) -> Iterable[Message]:
    """What a result does to units, in words; `again`: to the side that was told of last."""
    told = ""
    for side, act, number in _of_both(effects):
        if say := EFFECTS.get((side, act)):
            yield message(say, number=number, again=side == told)
            told = side


def _of_both(effects: Iterable[Any]) -> Iterator[tuple[str, str, int]]:
    """The effects, what both sides suffer as one."""
    done = [(side, act, number) for side, act, number in effects]
    for side, act, number in done:
        both = (OTHER[side], act, number) in done and ("both", act) in EFFECTS
        if not both:
            yield side, act, number
        elif side == "attacker":
            yield "both", act, number


def leader_lost(e: Told, _view: View) -> Iterable[Part]:
    """20.61: a leader who is nobody's now."""
    yield Sentence(message("combat.leader_lost", leader=e["leader"], power=e["power"]))


def retreated(e: Told, _view: View) -> Iterable[Part]:
    """Where the beaten have gone."""
    slots = {"start": e["start"], "square": e["square"], "force": force(e["force"])}
    yield Sentence(message("combat.retreated", **slots))


def held_ground(e: Told, _view: View) -> Iterable[Part]:
    """15.81: who has not given way."""
    yield Sentence(message("combat.stood", square=e["square"]))


def advanced(e: Told, _view: View) -> Iterable[Part]:
    """Who has gone into the square."""
    yield Sentence(
        message("combat.advanced", square=e["square"], force=force_of(e["seat"], e["force"]))
    )


def square_won(e: Told, _view: View) -> Iterable[Part]:
    """A square that nobody has entered; an advance has been told."""
    if not e["advanced"]:
        yield Sentence(message("combat.won", square=e["square"]))


def rebels_beaten(e: Told, _view: View) -> Iterable[Part]:
    """25.3: who has risen in vain."""
    yield Sentence(message("combat.rebels_beaten", square=e["square"]))
