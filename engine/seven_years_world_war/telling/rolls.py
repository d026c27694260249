"""Which seats rolled which dice, from events."""

from collections.abc import Iterator

from engine.kit.telling import News, Roll, rolls_in

FIELDS = {"combat_fought": [("attacker", "die")], "agreement_broken": [("other", "die")]}


def rolls(news: News) -> Iterator[Roll]:
    """Find the dice of seats: the attacker's in combat, those of a seat's attempts, those for a
    broken agreement, and those of tied seats for the initiative."""
    for event in news:
        if event["what"] == "initiative":
            yield from (Roll(seat, die) for seat, die in event["data"]["dice"])
        else:
            yield from rolls_in([event], FIELDS)
