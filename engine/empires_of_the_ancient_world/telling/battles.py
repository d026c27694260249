"""Battles, told pair by pair."""

from collections.abc import Iterable

from engine.core.messages import Message, message, text
from engine.empires_of_the_ancient_world.schema import NO_CARD
from engine.kit.telling import (
    NOTHING,
    Break,
    Cell,
    Fought,
    Part,
    Sentence,
    Table,
    Told,
    View,
    bold,
    run,
)

OTHER = {"attacker": "defender", "defender": "attacker"}
WINS = {"attacker": text(">"), "defender": text("<"), "": text("=")}


def battle_begun(e: Told, _view: View) -> Iterable[Part]:
    """Tell where the battle is, as long as no card is turned up."""
    if e["after"]["what"] not in ("pair_turned_up", "battle_fought"):
        yield Sentence(message("battle.begun", place=e["place"]))


def pair_turned_up(e: Told, _view: View) -> Iterable[Part]:
    """Tell all pairs as a table."""
    rows = run(e)
    if not rows:
        return
    fought, begun = e["after"], rows[0]["before"]
    ambush = begun["what"] == "battle_begun" and begun["ambush"]
    attacker = fought["attacker"]
    defender = fought["loser"] if attacker == fought["winner"] else fought["winner"]
    sides = (message("battle.attacks", seat=attacker), message("battle.defends", seat=defender))
    head = ("", sides[0], "", "", "", sides[1], message("head.tokens"))
    slots = {"area": fought["area"], "place": fought["place"], "ambush": ambush}
    table = Table("rlrlllr", head, tuple(map(_pair, rows)))
    told = (Sentence(message("battle.of", **slots)), table)
    yield Break()
    yield Fought((attacker, defender), told, message("battle.in_brief", **slots))


def _pair(row: Told) -> tuple[Cell, ...]:
    tokens = row["tokens"]
    return (
        row["pair"],
        _fighter(row, "attacker"),
        _strength(row, "attacker"),
        WINS[row["winner"]],
        _strength(row, "defender"),
        _fighter(row, "defender"),
        text(f"{tokens['attacker']} : {tokens['defender']}"),
    )


def _fighter(row: Told, side: str) -> Cell:
    """A card, as short as its column needs it; bold if it has won."""
    card = row[side]
    said = message("battle.no_card") if card == NO_CARD else message("battle.card", card=card)
    return bold(said, when=row["winner"] == side)


def _strength(row: Told, side: str) -> Message:
    """What a card brings to its pair: 7, 6+1, 5 hits 5+, "2+1 fails 5+, blocks"."""
    if side not in row["met"]:
        return NOTHING
    met, die = row["met"][side], row["dice"].get(side, 0)
    if not met["hit"]:
        rating = met["rating"] - met["on_rating"]
        return message("battle.rating", rating=rating, bonus=met["on_rating"])
    if not die:
        return message("battle.no_shot")
    shot = {
        "die": die,
        "bonus": met["on_die"],
        "needed": met["hit"] + met["on_die"],
        "hits": die >= met["hit"],
    }
    if _decided(row, side):
        return message("battle.shot", **shot)
    if met["rating"] < 0:
        return message("battle.shot_blocks", **shot)
    return message("battle.shot_then", rating=met["rating"], **shot)


def _decided(row: Told, side: str) -> bool:
    """Whether shooting has decided the pair. Two hits end it, unless there was a winner by
    ratings."""
    other = OTHER[side]
    hit = row["dice"].get(side, 0) >= row["met"][side]["hit"]
    hit_back = row["dice"].get(other, 0) >= row["met"][other]["hit"] > 0
    return not (hit_back and row["winner"]) if hit else hit_back


def battle_fought(e: Told, _view: View) -> Iterable[Part]:
    """Tell who has won, and by what."""
    slots = {"winner": e["winner"], "loser": e["loser"], "area": e["area"]}
    yield Sentence(message(_outcome(e), **slots))


def _outcome(e: Told) -> str:
    attacked, before = e["winner"] == e["attacker"], e["before"]
    if before["what"] != "pair_turned_up":
        if e["rout"]:
            return "battle.routed_without_army"
        return "battle.won_without_army" if attacked else "battle.no_attacker"
    if e["rout"]:
        return "battle.routed"
    if before["tokens"]["attacker"] == before["tokens"]["defender"]:
        return "battle.level"
    return "battle.won" if attacked else "battle.held"
