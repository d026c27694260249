"""Who rolled which dice, as events tell it."""

from collections.abc import Iterator

from engine.kit.telling import News, Roll, rolls_in

FIELDS = {"combat_fought": [("attacker", "die")], "agreement_broken": [("other", "die")]}


def rolls(news: News) -> Iterator[Roll]:
    """Find the dice of a seat: the attacker's in combat, those of what a seat tries, and those of
    the tied for the initiative."""
    for event in news:
        if event["what"] == "initiative":
            yield from (Roll(seat, die) for seat, die in event["data"]["dice"])
        else:
            yield from rolls_in([event], FIELDS)
