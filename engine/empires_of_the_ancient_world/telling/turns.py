"""The sequence of play, told: turns and rounds, revolts, income, scoring, the end."""

from collections.abc import Iterable

from engine.core.messages import message, text
from engine.empires_of_the_ancient_world.telling.phrases import cubes
from engine.kit.telling import (
    Break,
    Cell,
    More,
    Part,
    Sentence,
    Table,
    Told,
    View,
    run,
    signed,
)


def turn_begun(e: Told, _view: View) -> Iterable[Part]:
    """Announce a game turn."""
    yield Break()
    yield Sentence(message("turn.begun", turn=e["turn"], rounds=e["rounds"], first=e["first"]))


def round_begun(e: Told, _view: View) -> Iterable[Part]:
    """Begin a paragraph for each round in which anything has happened."""
    yield Break()
    if e["after"]["what"]:
        yield Sentence(message("turn.round", round=e["round"]))


# Revolts, bases lost


def revolt(e: Told, _view: View) -> Iterable[Part]:
    """Tell where the dice place the revolt."""
    nobody = e["after"]["what"] not in ("bases_lost", "revolt_held")
    yield Sentence(message("turn.revolt", areas=e["areas"], half=e["half"], nobody=nobody))


def revolt_held(e: Told, _view: View) -> Iterable[Part]:
    """Tell that a fort has held."""
    yield Sentence(message("turn.revolt_held", seat=e["seat"], area=e["area"]))


def bases_lost(e: Told, _view: View) -> Iterable[Part]:
    """Tell of bases lost in a revolt, or of several in an attack; other events tell their own
    losses."""
    around = (e["before"]["what"], e["after"]["what"])
    if e["cause"] == "revolt":
        free = e["after"]["what"] == "control_changed" and not e["after"]["seat"]
        yield Sentence(message("base.revolted", seat=e["seat"], area=e["area"], free=free))
    elif e["cause"] == "attack" and (e["bases"] > 1 or "bases_lost" in around):
        yield Sentence(message("base.lost", seat=e["seat"], bases=e["bases"]))


def control_changed(e: Told, _view: View) -> Iterable[Part]:
    """Tell that control goes with a base won over; otherwise the event that changed it tells it."""
    before = e["before"]
    if before["what"] == "bases_lost" and before["cause"] == "diplomacy" and e["seat"]:
        yield More(message("base.with_control"))


# Tables


INCOME = (
    message("head.income"),
    message("head.amphoras"),
    message("head.merchants"),
    message("head.cubes"),
    message("head.warehouse_now"),
)


def income(e: Told, _view: View) -> Iterable[Part]:
    """Tell the income of all, as a table."""
    rows = run(e)
    if not rows:
        return
    cells = (
        (row["seat"], row["amphoras"], row["merchants"], signed(row["gained"]), row["warehouse"])
        for row in rows
    )
    yield Table("lrrrr", INCOME, tuple(cells))
    for row in rows:
        if row["gained"] < row["due"]:
            yield Sentence(message("turn.income_short", seat=row["seat"], due=row["due"]))


SCORING = (
    message("head.scoring"),
    message("head.areas"),
    message("head.trade"),
    message("head.plunder"),
    message("head.upkeep"),
    message("head.points"),
    message("head.in_all"),
)


def scored(e: Told, _view: View) -> Iterable[Part]:
    """Tell the scoring, the leader first."""
    rows = sorted(run(e), key=lambda row: row["victory_points"], reverse=True)
    if rows:
        yield Table("lrrrrrr", SCORING, tuple(map(_scored, rows)))


def _scored(row: Told) -> tuple[Cell, ...]:
    gained = row["control"] + row["trade"] + row["plunder"]
    return (
        *(row["seat"], row["control"], row["trade"], row["plunder"]),
        *(signed(-row["upkeep"]), signed(gained - row["upkeep"]), row["victory_points"]),
    )


def plunder_returned(e: Told, _view: View) -> Iterable[Part]:
    """Tell all that goes back after a scoring, in one sentence."""
    if rows := run(e):
        back = (
            message("turn.plunder_of", seat=row["seat"], cubes=cubes(row["cubes"])) for row in rows
        )
        yield Sentence(message("turn.plunder_returned", back=tuple(back)))


def game_over(e: Told, _view: View) -> Iterable[Part]:
    """Tell who has won, and which armies they had."""
    armies = (
        message("turn.army_of", seat=seat, army=text(army)) for seat, army in e["armies"].items()
    )
    slots = {"points": e["victory_points"][e["winner"][0]], "tie_broken": e["tie_broken"]}
    yield Break()
    yield Sentence(message("turn.game_over", winner=e["winner"], **slots))
    yield Sentence(message("turn.armies", armies=tuple(armies)))
