"""Who rolled which dice, as the events tell it."""

from collections.abc import Iterator

from engine.kit.telling import News, Roll, rolls_in

SIDES = ("attacker", "defender")


def rolls(news: News) -> Iterator[Roll]:
    """Find the dice of a seat: for trade, diplomacy, crossings and neutrals, and in battle by the
    side that shot."""
    sides: dict[str, str] = {}
    for event in news:
        data = event["data"]
        if event["what"] == "battle_begun":
            sides = {side: data[side] for side in SIDES}
        elif event["what"] == "pair_turned_up":
            yield from (
                Roll(sides[side], die) for side, die in data["dice"].items() if side in sides
            )
        else:
            yield from rolls_in([event], {})
