"""How cards, cubes and dice are put into messages, and where a paragraph begins."""

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.core.messages import Item, Message, message
from engine.kit.telling import Break, Cell, Part, Told, in_a_row

AFTERMATH = (
    "battle_fought",
    "card_drawn",
    "control_changed",
    "plundered",
    "fort_destroyed",
    "fort_taken",
    "extra_action",
    "rout_paid",
)
"""Events that may come last in the story of a battle."""


def apart(e: Told) -> Iterable[Part]:
    """Begin a new paragraph after a battle."""
    if e["before"]["what"] in AFTERMATH:
        yield Break()


def cards(keys: Iterable[str]) -> Cell:
    """List cards in a cell: 2 Sword, Archers; "" if there are none."""
    return in_a_row(
        message("phrase.cards", number=number, card=card) if number > 1 else card
        for card, number in Counter(keys).items()
    )


def some(keys: Iterable[str]) -> tuple[Item, ...]:
    """List cards in running text: Archers and two Swords."""
    return tuple(
        message("phrase.some", number=number, card=card) if number > 1 else card
        for card, number in Counter(keys).items()
    )


def cubes(held: Mapping[str, int]) -> tuple[Message, ...]:
    """Count cubes by their owners: 2 cubes of Green and 1 of Blue."""
    return tuple(
        message("phrase.more_cubes" if place else "phrase.cubes", number=number, seat=seat)
        for place, (seat, number) in enumerate(held.items())
    )


def die(e: Told) -> Message:
    """Say what a die has shown, and what it needed: die 3+1, 5+ needed."""
    return message("phrase.die", die=e["die"], bonus=e.get("bonus", 0), needed=e["needed"])
