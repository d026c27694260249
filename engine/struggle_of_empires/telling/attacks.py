"""Attacks up to their battles, what they bring, and covert actions, told."""

from collections.abc import Iterable, Mapping

from engine.core.messages import message
from engine.kit.telling import Clause, Part, Result, Sentence, Told, View, run
from engine.struggle_of_empires.telling.phrases import target, units
from engine.struggle_of_empires.war.neutrals import face_of

TOKENS = ("pirates", "rebels")


def attack_declared(e: Told, _view: View) -> Iterable[Part]:
    """Tell who is attacked, where, and what the attack costs."""
    office = e["by"] == "war_office"
    slots = {"region": e["region"], "office": office, "navies_only": e["navies_only"]}
    yield Clause(e["seat"], message("attack.declared", target=target(e["target"]), **slots))


def surprise(_e: Told, _view: View) -> Iterable[Part]:
    """Tell that nobody can help the defender."""
    yield Sentence(message("attack.surprise"))


def allies_called(e: Told, _view: View) -> Iterable[Part]:
    """Tell whose answers are awaited; once they are in, they tell it themselves."""
    if e["after"]["what"] in ("ally_joined", "ally_declined"):
        return
    if e["attacker"]:
        yield Sentence(message("attack.called_to_attack", who=e["attacker"]))
    if e["defender"]:
        yield Sentence(message("attack.called_to_defend", who=e["defender"]))


def ally_joined(e: Told, _view: View) -> Iterable[Part]:
    """Tell what an ally commits."""
    slots = {"side": e["side"], "units": units(e["armies"], e["navies"])}
    yield Sentence(message("attack.joined", who=e["seat"], **slots))


def ally_declined(e: Told, _view: View) -> Iterable[Part]:
    """Tell who declines, all in one sentence."""
    if stayed := run(e):
        yield Sentence(message("attack.stayed_out", who=[each["seat"] for each in stayed]))


def unplayed_joined(e: Told, _view: View) -> Iterable[Part]:
    """Tell of units of a power that nobody plays."""
    slots = {"side": e["side"], "units": units(e["armies"], e["navies"])}
    number = e["armies"] + e["navies"]
    yield Sentence(message("attack.unplayed_joined", power=e["power"], number=number, **slots))


def naval_choice(e: Told, _view: View) -> Iterable[Part]:
    """Tell that a side declines to fight; any other choice is told with the combat."""
    yield Sentence(message("attack.declined_at_sea", who=e["seat"]))


USES: Mapping[str, str] = {
    "navy": "attack.alliance_at_sea",
    "army": "attack.alliance_on_land",
    "unused": "attack.alliance_unused",
}


def alliance_used(e: Told, _view: View) -> Iterable[Part]:
    """Tell where a local alliance counts."""
    yield Sentence(message(USES[e["use"]], who=e["seat"], alliance=e["alliance"]))


# What it brings


def control_taken(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a marker that was taken by force."""
    if e["before"]["what"] == "colonized":
        return
    slots = {"who": e["seat"], "loser": e["loser"], "region": e["region"]}
    if face_of(e["loser"]):
        yield Result(message("attack.took_neutral", who=e["seat"], region=e["region"]))
    elif e["loser"] in TOKENS:
        yield Result(message("attack.took_held", **slots))
    else:
        yield Result(message("attack.took", **slots))


def control_kept(_e: Told, _view: View) -> Iterable[Part]:
    """Tell that the attack has failed."""
    yield Result(message("attack.marker_stayed"))


def no_marker_left(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a victory that brings nothing."""
    yield Result(message("attack.no_marker_left", who=e["seat"], region=e["region"]))


def victory_points_gained(e: Told, _view: View) -> Iterable[Part]:
    """Tell of points for a marker or a tile."""
    slots = {"points": e["points"], "total": e["victory_points"]}
    yield Result(message("attack.points", who=e["seat"], **slots))


# Covert actions


def incited(e: Told, _view: View) -> Iterable[Part]:
    """Tell of pirates or rebels against somebody's marker."""
    slots = {"victim": e["victim"], "region": e["region"]}
    if e["token"] == "pirates":
        yield Clause(e["seat"], message("covert.pirates", **slots))
    else:
        yield Clause(e["seat"], message("covert.revolt", **slots))


def incited_held(e: Told, _view: View) -> Iterable[Part]:
    """Tell that they have won."""
    slots = {"victim": e["victim"], "region": e["region"]}
    yield Result(message("covert.held", token=e["token"], **slots))


def incited_failed(e: Told, _view: View) -> Iterable[Part]:
    """Tell that they have lost."""
    yield Result(message("covert.failed", token=e["token"], victim=e["victim"]))
