"""The questions of markers, diplomacy, treasuries and provisioning."""

from collections.abc import Iterable, Mapping

from engine.core.messages import Message, message, text
from engine.kit.telling import Asked, Says, by_default, says
from engine.seven_years_world_war.telling.phrases import UNITS


def _ask_settle(q: Asked) -> Message:
    units = tuple(message(UNITS[unit], number=1) for unit in q.facts["units"])
    return message("ask.settle", country=q.facts["country"], units=units)


def _ask_defence(q: Asked) -> Message:
    slots = {"power": q.facts["power"], "attacker": q.facts["attacker"]}
    leader = q.facts.get("controller", "")  # not in mails of an earlier version
    slots["leader"] = leader if leader != q.facts["power"] else ""
    return message("ask.defence", number=q.facts["number"], **slots)


def _ask_commit(q: Asked) -> Message:
    values = tuple(text(str(value)) for value in q.facts["values"])
    return message("ask.commit", power=q.facts["power"], values=values)


def _ask_room(q: Asked) -> Message:
    return message("ask.room", wanted=q.facts["wanted"], limit=q.facts["limit"])


def _known_taxes(q: Asked) -> Iterable[Message]:
    for power, squares in q.facts["powers"].items():
        if squares:
            yield message("facts.taxes", power=power, squares=squares)


def _known_values(q: Asked) -> Iterable[Message]:
    """The seat's diplomacy markers; mails of an earlier version do not have them."""
    if (held := q.facts.get("values")) is not None:
        yield message("facts.defence", values=tuple(text(str(value)) for value in held))


def _known_hand(q: Asked) -> Iterable[Message]:
    """What can be returned, and how many make room; mails of an earlier version do not have
    this."""
    if held := q.facts.get("held"):
        most = min(q.facts["wanted"] - q.facts["room"], len(held))
        yield message("facts.room", markers=tuple(held), number=most, wanted=q.facts["wanted"])


def _known_hunger(q: Asked) -> Iterable[Message]:
    hungry = tuple(
        message("facts.hungry", square=square, number=number)
        for square, number in q.facts["over"].items()
    )
    yield message("facts.provision", squares=hungry, points=q.facts["points"])


ASK: Mapping[str, Says] = {
    "room": _ask_room,
    "taxes": says("ask.taxes"),
    "treasury": says("ask.treasury", "points", "step"),
    "settle": _ask_settle,
    "commit": _ask_commit,
    "defence": _ask_defence,
    "spy": says("ask.spy"),
    "provision": says("ask.provision", "short"),
    "enlightenment": says("ask.enlightenment"),
}
TITLES: Mapping[str, Says] = {
    "room": says("title.room"),
    "taxes": says("title.taxes"),
    "treasury": says("title.treasury"),
    "settle": says("title.settle", "country"),
    "commit": says("title.commit", "power"),
    "defence": says("title.defence", "power"),
    "spy": says("title.spy"),
    "provision": says("title.provision"),
    "enlightenment": says("title.enlightenment"),
}
OTHERWISE: Mapping[str, Says] = {
    "room": by_default("otherwise.room"),
    "taxes": says("otherwise.taxes"),
    "treasury": says("otherwise.treasury"),
    "settle": by_default("otherwise.settle"),
    "commit": by_default("otherwise.commit"),
    "defence": says("otherwise.defence"),
    "spy": by_default("otherwise.spy"),
    "provision": by_default("otherwise.provision"),
    "enlightenment": says("otherwise.enlightenment"),
}
FACTS = {
    "room": _known_hand,
    "taxes": _known_taxes,
    "defence": _known_values,
    "provision": _known_hunger,
}
