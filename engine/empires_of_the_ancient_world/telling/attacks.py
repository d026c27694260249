"""Attacks, told: the way there, what they cost and bring."""

from collections.abc import Iterable, Mapping

from engine.core.messages import Message, message
from engine.empires_of_the_ancient_world.telling.phrases import apart, cards, cubes, die
from engine.kit.telling import Break, More, Part, Sentence, Told, View, run

OBSTACLES: Mapping[str, Message] = {
    "mountain": message("way.mountain"),
    "strait": message("way.strait"),
    "sea_lane": message("way.sea_lane"),
}
STANCES: Mapping[str, str] = {
    "outside": "attack.outside",
    "ambush": "attack.ambush",
    "inside": "attack.inside",
    "inside_ambush": "attack.inside_ambush",
}


def attack_declared(e: Told, _view: View) -> Iterable[Part]:
    """Tell who attacks whom; a battle begins a paragraph."""
    slots = {"area": e["area"], "origin": e["origin"]}
    if e["target"]:
        yield Break()
        yield Sentence(message("attack.declared", seat=e["seat"], target=e["target"], **slots))
    else:
        yield from apart(e)
        yield Sentence(message("attack.on_neutral", seat=e["seat"], **slots))


def crossing(e: Told, _view: View) -> Iterable[Part]:
    """Tell of a part of the way, and whether it was passed."""
    yield More(message("attack.crossing", way=_way(e), failed=not e["success"], die=die(e)))


def _way(e: Told) -> Message | str:
    """What is crossed, or the area that is passed; "" if the attack has told it."""
    before = e["before"]
    on = before["what"] == "crossing"
    last = before["before"] if on else before
    begun = last["before"] if last["what"] == "crossing" else last
    if e["obstacle"] in OBSTACLES:
        return OBSTACLES[e["obstacle"]]
    if begun.get("area") == e["at"]:
        return message("way.on") if on else ""
    if begun.get("origin") == e["at"]:
        return message("way.landing")
    return message("way.and", area=e["at"]) if on else message("way.by", area=e["at"])


def neutral_attacked(e: Told, _view: View) -> Iterable[Part]:
    """Tell whether a neutral area was taken."""
    yield More(message("attack.neutral", success=e["success"], die=die(e)))


def stance_taken(e: Told, _view: View) -> Iterable[Part]:
    """Tell how the defender fights."""
    yield Sentence(message(STANCES[e["stance"]], seat=e["seat"]))


# What it costs and brings


def card_drawn(e: Told, _view: View) -> Iterable[Part]:
    """Tell the losses of both sides; starting cards return."""
    if drawn := run(e):
        seats = dict.fromkeys(row["seat"] for row in drawn)
        yield Sentence(message("attack.losses", losses=tuple(_losses(drawn, s) for s in seats)))


def _losses(drawn: Iterable[Told], seat: str) -> Message:
    own = [row for row in drawn if row["seat"] == seat]
    lost = cards(row["card"] for row in own if row["lost"])
    kept = cards(row["card"] for row in own if not row["lost"])
    return message("attack.losses_of", seat=seat, lost=lost, kept=kept)


def plundered(e: Told, _view: View) -> Iterable[Part]:
    """Tell which cubes were taken; after a battle, everybody knows where."""
    area = e["area"] if e["before"]["what"] == "neutral_attacked" else ""
    yield Sentence(message("attack.plundered", cubes=cubes(e["cubes"]), area=area))


def fort_destroyed(_e: Told, _view: View) -> Iterable[Part]:
    """Tell that the fort is gone."""
    yield Sentence(message("attack.fort_destroyed"))


def fort_taken(e: Told, _view: View) -> Iterable[Part]:
    """Tell that the fort changes hands with the area."""
    yield Sentence(message("attack.fort_taken", seat=e["seat"]))


def extra_action(e: Told, _view: View) -> Iterable[Part]:
    """Tell what a rout brings the attacker."""
    yield Sentence(message("attack.extra_action", seat=e["seat"]))


def rout_paid(e: Told, _view: View) -> Iterable[Part]:
    """Tell what a rout costs the loser."""
    slots = {"cubes": e["cubes"], "receiver": e["receiver"], "become": e["become"]}
    yield Sentence(message("attack.rout_paid", seat=e["seat"], **slots))


SILENT = ("attack_failed",)
