"""The questions of combat: in a sentence, in a few words, and what happens without an answer."""

from collections.abc import Iterable, Mapping

from engine.core.messages import Message, message
from engine.kit.telling import Asked, Says, by_default, says
from engine.seven_years_world_war.telling.phrases import force


def _ask_losses(q: Asked) -> Message:
    slots = {"number": q.facts["number"], "square": q.facts["square"]}
    return message("ask.losses", force=force(q.facts["units"]), **slots)


def _ask_retreat(q: Asked) -> Message:
    slots = {"square": q.facts["square"], "squares": tuple(q.facts["possible"])}
    say = "ask.retreat_or_stand" if q.facts["stands"] else "ask.retreat"
    return message(say, force=force(q.facts["units"]), **slots)


def _otherwise_retreat(q: Asked) -> Message:
    stays = message("otherwise.stand")
    return stays if q.facts["stands"] else by_default("otherwise.retreat")(q)


def _ask_upgrade(q: Asked) -> Message:
    slots = {"number": q.facts["number"], "square": q.facts["square"]}
    return message("ask.upgrade", force=force(q.facts["units"]), **slots)


def _ask_advance(q: Asked) -> Message:
    return message("ask.advance", square=q.facts["square"], force=force(q.facts["units"]))


def _ask_leader(q: Asked) -> Message:
    slots = {"attacker": q.facts["attacker"], "square": q.facts["square"]}
    return message("ask.leader", start=q.facts["from"], force=force(q.facts["force"]), **slots)


def _ask_countermarch(q: Asked) -> Message:
    slots = {"mover": q.facts["mover"], "square": q.facts["square"]}
    starts = tuple(q.facts["from"])
    return message("ask.countermarch", starts=starts, force=force(q.facts["force"]), **slots)


def _ask_sturm(q: Asked) -> Message:
    played = tuple(
        message("phrase.played", seat=seat, markers=tuple(markers))
        for seat, markers in q.facts["played"].items()
        if seat in q.facts["by"]
    )
    return message("ask.sturm", played=played, against=q.facts["against"])


def _ask_rebels(q: Asked) -> Message:
    return message("ask.rebels", square=q.facts["square"], force=force(q.facts["force"]))


def _known_sturm(q: Asked) -> Iterable[Message]:
    """The fact that the hand has no Sturm; mails of an earlier version do not have it."""
    if q.facts.get("held") == 0:
        yield message("facts.sturm")


def _known_strengths(q: Asked) -> Iterable[Message]:
    """The strength of both sides and what the seat's leaders add; older mails do not have it."""
    if "attack" in q.facts:
        slots = {key: q.facts[key] for key in ("attack", "defence", "terrain")}
        adds = (message("facts.adds", marker=m, value=n) for m, n in q.facts["values"].items())
        yield message("facts.leader", leaders=tuple(adds), **slots)


ASK: Mapping[str, Says] = {
    "leader": _ask_leader,
    "losses": _ask_losses,
    "retreat": _ask_retreat,
    "upgrade": _ask_upgrade,
    "advance": _ask_advance,
    "countermarch": _ask_countermarch,
    "sturm": _ask_sturm,
    "rebels": _ask_rebels,
}
TITLES: Mapping[str, Says] = {
    "leader": says("title.leader", "square"),
    "losses": says("title.losses", "square"),
    "retreat": says("title.retreat", "square"),
    "upgrade": says("title.upgrade", "square"),
    "advance": says("title.advance", "square"),
    "countermarch": says("title.countermarch", "square"),
    "sturm": says("title.sturm"),
    "rebels": says("title.rebels", "square"),
}
OTHERWISE: Mapping[str, Says] = {
    "leader": says("otherwise.leader"),
    "losses": by_default("otherwise.losses"),
    "retreat": _otherwise_retreat,
    "upgrade": by_default("otherwise.upgrade"),
    "advance": says("otherwise.advance"),
    "countermarch": says("otherwise.countermarch"),
    "sturm": says("otherwise.sturm"),
    "rebels": by_default("otherwise.rebels"),
}
FACTS = {"leader": _known_strengths, "sturm": _known_sturm}
