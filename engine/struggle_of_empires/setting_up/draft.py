"""Player Draft for Initial Neutral Region Markers: keep one marker from each hand, pass on the
rest.

Only its holder sees a hand; passing it on shows it to the next seat alone.
"""

from functools import partial
from typing import Any

from engine.core.decision import Decision, Menu, Question, Refusal, Verb, kind, no
from engine.struggle_of_empires import events
from engine.struggle_of_empires.schema import Marker, Power, Region
from engine.struggle_of_empires.state import State, Table
from engine.struggle_of_empires.war.neutrals import draw_marker, region_of, return_marker, split

DRAFT = "Player Draft for Initial Neutral Region Markers"


async def hold_draft(table: Table, number: int) -> dict[Power, list[Marker]]:
    """Deluxe, Player Draft: one marker from each hand passed on; the last go to the bag."""
    state = table.state
    state.chosen = {seat: [] for seat in state.seats}
    state.hands = {seat: _hand(table, seat, number + 1) for seat in state.seats}
    for turn in range(1, number + 1):
        table.tell(events.HandsPassed(round=turn, rounds=number, markers=number + 2 - turn))
        answers = await table.ask_all(*(Question(draft, seat) for seat in state.seats))
        for seat, (_, region, face) in answers.items():
            state.hands[seat].remove(f"{region}:{face}")
            state.chosen[seat].append(f"{region}:{face}")
        state.hands = {state.after(seat): hand for seat, hand in state.hands.items()}
    for hand in state.hands.values():
        for marker in hand:
            return_marker(state, marker)
    chosen = state.chosen
    state.hands, state.chosen = {}, {}
    return chosen


def _hand(table: Table, seat: Power, number: int) -> list[Marker]:
    """Draw a hand. Nobody sees these draws in the record, not even the hand's owner: where a marker
    was in the bag would reveal what others have been dealt."""
    return [draw_marker(table, f"draft hand, {seat}", to=[]) for _ in range(number)]


@kind(secret=True)
def draft(table: Table, seat: Power) -> Decision:
    """Choose a marker from the hand just passed on."""
    state = table.state
    hand, chosen = sorted(state.hands[seat], key=partial(_printed, state)), state.chosen[seat]
    judge = partial(_why_not_choose, state, seat)
    return Decision(
        Menu(Verb("choose", judge, (state.data.regions, state.data.faces.__getitem__))),
        _default(state, seat, hand),
        facts={"hand": split(hand), "chosen": split(chosen), "left": len(hand) - 1},
    )


def _printed(state: State, marker: Marker) -> tuple[int, Marker]:
    return state.data.regions.index(region_of(marker)), marker


def _why_not_choose(
    state: State, seat: Power, region: Region = "", face: str = ""
) -> Refusal | None:
    """Deluxe, Player Draft; with 2 or 3 players all regions must be different in the end."""
    hand = state.hands[seat]
    if region and region not in map(region_of, hand):
        return no("refusal.not_in_hand", DRAFT, region=region)
    if region and region not in _open_regions(state, seat):
        return no("refusal.region_already", DRAFT, region=region)
    if face and f"{region}:{face}" not in hand:
        return no("refusal.no_such_in_hand", DRAFT, region=region)
    return None


def _open_regions(state: State, seat: Power) -> list[Region]:
    """Return the regions to choose from; from a hand with only duplicates any may be chosen, and
    one is then drawn again."""
    hand = [region_of(marker) for marker in state.hands[seat]]
    if state.rules.duplicates[len(state.seats)] != "redrawn":
        return hand
    return _new(state, seat, hand) or hand


def _new(state: State, seat: Power, hand: list[Region]) -> list[Region]:
    have = [region_of(marker) for marker in state.chosen[seat]]
    return [region for region in hand if region not in have]


def _default(state: State, seat: Power, hand: list[Marker]) -> tuple[Any, ...]:
    """Choose the region with the most points where the seat has no marker yet."""
    regions = [region_of(marker) for marker in hand]
    best = max(_new(state, seat, regions) or regions, key=lambda region: state.rules.values[region])
    return ("choose", *hand[regions.index(best)].split(":"))
