"""The questions by kind of decision: in a sentence, in a few words, and what happens without an
answer."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.core.messages import Message, message
from engine.kit.telling import Asked, Says, Told, by_default, says
from engine.seven_years_world_war.telling import combat_questions, diplomacy_questions
from engine.seven_years_world_war.telling.phrases import units


def _ask_set_up(q: Asked) -> Message:
    return message("ask.set_up", power=q.facts["power"], units=units(q.facts["left"]))


def _known_places(q: Asked) -> Iterable[Message]:
    for stack, squares in q.facts.get("places", ()):  # none in mails of an earlier version
        yield message("facts.set_up", units=units(stack), squares=tuple(_grouped(squares)))


def _grouped(said: Sequence[str]) -> Iterable[Message]:
    """Squares as the question lists them; those of the same name and value are put together."""
    alike: dict[tuple[str, int | None], list[str]] = {}
    for square, name, value in map(_known_place, said):
        alike.setdefault((name, value), []).append(square)
    for (name, value), squares in alike.items():
        slots = {"place": name, "value": value}
        if len(squares) == 1:
            yield message("facts.place", square=squares[0], **slots)
        else:
            yield message("facts.places", squares=tuple(squares), **slots)


def _known_place(said: str) -> tuple[str, str, int | None]:
    """The id of a square in a question, its name, and its value if it has any."""
    square, _, name = said.partition(" ")
    place, _, value = name.rpartition(" ")
    if place and value.isdecimal():
        return square, place, int(value)
    return square, name, None


def _ask_wild(q: Asked) -> Message:
    return message("ask.wild", units=units({q.facts["unit"]: 1}))


def _known_areas(q: Asked) -> Iterable[Message]:
    areas = tuple(
        message("facts.area", country=area, squares=tuple(squares))
        for area, squares in q.facts.get("areas", {}).items()  # none in mails of an earlier version
    )
    if areas:
        yield message("facts.wild", areas=areas)


def _ask_displace(q: Asked) -> Message:
    slots = {"power": q.facts["power"], "start": q.facts["from"]}
    return message("ask.displace", squares=tuple(q.facts["squares"]), **slots)


ASK: Mapping[str, Says] = {
    **combat_questions.ASK,
    **diplomacy_questions.ASK,
    "draft": says("ask.draft"),
    "set_up": _ask_set_up,
    "wild": _ask_wild,
    "turn": says("ask.turn", "phase"),
    "displace": _ask_displace,
}
TITLES: Mapping[str, Says] = {
    **combat_questions.TITLES,
    **diplomacy_questions.TITLES,
    "draft": says("title.draft"),
    "set_up": says("title.set_up", "power"),
    "wild": says("title.wild"),
    "turn": says("title.turn", "phase"),
    "displace": says("title.displace", "power"),
}
OTHERWISE: Mapping[str, Says] = {
    **combat_questions.OTHERWISE,
    **diplomacy_questions.OTHERWISE,
    "draft": by_default("otherwise.draft"),
    "set_up": says("otherwise.set_up"),
    "wild": by_default("otherwise.wild"),
    "turn": says("otherwise.turn", "phase"),
    "displace": by_default("otherwise.displace"),
}
FACTS: Mapping[str, Callable[[Asked], Iterable[Message]]] = {
    **diplomacy_questions.FACTS,
    **combat_questions.FACTS,
    "set_up": _known_places,
    "wild": _known_areas,
    "turn": lambda q: (message("facts.turn", phases=tuple(map(_phase, _phases_left(q)))),),
}


TOLD: Mapping[str, Mapping[str, Callable[[Asked, Told], bool]]] = {
    "defence": {
        "diplomacy_begun": lambda q, e: bool(
            (e["seat"], e["power"]) == (q.facts["attacker"], q.facts["power"])
        )
    },
}
"""Events that a question itself tells, so that no story has to."""


PHASES: Mapping[str, Message] = {
    "diplomacy": message("phase.diplomacy"),
    "movement": message("phase.movement"),
    "combat": message("phase.combat"),
    "pillage": message("phase.pillage"),
}


def _phases_left(q: Asked) -> Sequence[str]:
    """The phases of a player turn that are not over."""
    phases: Sequence[str] = q.facts["phases"]
    return phases[phases.index(q.facts["phase"]) :] if q.facts["phase"] in phases else phases


def _phase(key: str) -> Message:
    return PHASES[key]
