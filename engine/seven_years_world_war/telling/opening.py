"""Tells of the set-up."""

from collections.abc import Iterable

from engine.core.messages import message, text
from engine.kit.telling import Break, Paragraph, Part, Sentence, Told, View
from engine.seven_years_world_war.telling.phrases import dice_of, numbers, units


def game_begun(e: Told, _view: View) -> Iterable[Part]:
    """Tell who leads what, and which optional rules are played."""
    more = {seat: [each for each in e["powers"][seat] if each != seat] for seat in e["seats"]}
    led = tuple(
        message("opening.leads", seat=seat, powers=tuple(others))
        for seat, others in more.items()
        if others
    )
    slots = {"turns": e["turns"], "variants": tuple(map(text, e["variants"]))}
    yield Paragraph((message("opening.begun", led=led, **slots), message("opening.reconstructed")))


def set_up_order(e: Told, _view: View) -> Iterable[Part]:
    """Tell the order of the set-up."""
    slots = {"order": e["turn_order"], "dice": dice_of(e["dice"])}
    yield Sentence(message("opening.order", **slots))


def power_chosen(e: Told, _view: View) -> Iterable[Part]:
    """Tell which power a seat has chosen."""
    yield Sentence(message("opening.chosen", seat=e["seat"], power=e["power"]))


def wild_rolled(e: Told, _view: View) -> Iterable[Part]:
    """Tell what a die places in the wild areas."""
    slots = {"die": e["die"], "units": units({e["unit"]: 1}) if e["unit"] else ()}
    yield Sentence(message("opening.wild", seat=e["seat"], **slots))


def set_up_done(e: Told, _view: View) -> Iterable[Part]:
    """Tell what everybody begins with."""
    yield Break()
    slots = {"markers": numbers(e["markers"]), "sums": numbers(e["sums"])}
    yield Paragraph((message("opening.done", **slots),))
