"""Tells of powers that change hands, and of what players agree on."""

from collections.abc import Iterable

from engine.core.messages import Message, message, text
from engine.kit.telling import Break, Part, Sentence, Told, View
from engine.seven_years_world_war.negotiation.breaches import NO_ATTACKS, barred_place, is_watched
from engine.seven_years_world_war.telling.phrases import counted


def invaded(e: Told, _view: View) -> Iterable[Part]:
    """Tell that a neutral power has been invaded."""
    yield Sentence(message("control.invaded", seat=e["seat"], power=e["power"]))


def control_changed(e: Told, _view: View) -> Iterable[Part]:
    """Tell who leads a power now."""
    leaders = counted(leader.removesuffix("!") for leader in e["leaders"])
    before = e["fields"]["before"]
    slots = {"power": e["power"], "before": before, "leaders": leaders}
    id = "control.gained" if e["seat"] else "control.neutral"
    yield Sentence(message(id, seat=e["seat"] or before, **slots))


# Negotiation


def clause(said: str) -> Message:
    """Word an agreement's clause."""
    if said == NO_ATTACKS:
        return message("clause.no_attacks")
    if place := barred_place(said):
        return message("clause.stay_out", place=place)
    return text(said)


def power_offered(e: Told, _view: View) -> Iterable[Part]:
    """Tell that a power is offered."""
    yield Sentence(message("talks.offered", seat=e["seat"], power=e["power"], other=e["other"]))


def offer_withdrawn(e: Told, _view: View) -> Iterable[Part]:
    """Tell that an offer has been withdrawn."""
    yield Sentence(message("talks.withdrawn", seat=e["seat"], power=e["power"], other=e["other"]))


def transfer_agreed(e: Told, _view: View) -> Iterable[Part]:
    """Tell that a power will change hands, or become neutral."""
    id = "talks.transfer" if e["to"] else "talks.restored"
    yield Sentence(message(id, seat=e["seat"], power=e["power"], other=e["to"] or e["seat"]))


def agreement_proposed(e: Told, _view: View) -> Iterable[Part]:
    """Tell what one seat has proposed to another."""
    yield Sentence(message("talks.proposed", **_agreement(e)))
    yield from _unwatched(e["clause"])


def agreement_made(e: Told, _view: View) -> Iterable[Part]:
    """Tell what two seats have agreed on."""
    yield Sentence(message("talks.agreed", **_agreement(e)))
    yield from _unwatched(e["clause"])


def _unwatched(clause: str) -> Iterable[Part]:
    """The note that the moderator does not notice breaches of players' own words (R53)."""
    if not is_watched(clause):
        yield Sentence(message("talks.unwatched"))


def _agreement(e: Told) -> dict[str, object]:
    said = {"seat": e["seat"], "other": e["other"], "n": e["n"], "until": e["until"]}
    return {**said, "clause": clause(e["clause"])}


def agreement_broken(e: Told, _view: View) -> Iterable[Part]:
    """21.2: tell a breach, and what it costs."""
    yield Break()
    slots = {"seat": e["seat"], "other": e["other"], "n": e["n"], "die": e["die"]}
    yield Sentence(message("talks.broken", clause=clause(e["clause"]), **slots))


def treaty_wanted(e: Told, _view: View) -> Iterable[Part]:
    """22.22: tell who wants the game to end with this turn, or no longer."""
    yield Sentence(message("talks.treaty", seat=e["seat"], wanted=e["wanted"]))


def end_wanted(e: Told, _view: View) -> Iterable[Part]:
    """21.1(4): tell who wants the game to end now."""
    yield Sentence(message("talks.end", seat=e["seat"]))
