"""Who rolled which dice, as the events tell it."""

from collections.abc import Iterable

from engine.kit.telling import News, Roll, rolls_in
from engine.struggle_of_empires.telling.in_brief import TOKENS

FIELDS = {
    "sea_die": [("seat", "dice")],  # dice faces with words on them are no numbers
    "combat_dice": [("attacker.power", "attacker.dice"), ("defender.power", "defender.dice")],
    "combat_fought": [],  # only repeats the last of them
}


def rolls(news: News) -> Iterable[Roll]:
    """Find the dice of seats, not of neutral markers, pirates and rebels: in combat, and at sea
    where numbers are rolled."""
    found = rolls_in(news, FIELDS)
    return (roll for roll in found if ":" not in roll.seat and roll.seat not in TOKENS)
