"""The options of a new game: scenario, seats, what each leads, variants, whether to wait for
reactions."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from engine.core.decision import Seat
from engine.core.game import OptionValue
from engine.core.messages import text
from engine.kit.options import Chosen, Options, Setting, number, refuse, seats, variants, words
from engine.seven_years_world_war.data import Data
from engine.seven_years_world_war.tables.names import MAJORS, Power

FREE = "free"
SCENARIOS = {
    "european": "the war in Europe, with its colonies (28.51 to 28.53)",
    "non_european": "with the Manchu Empire and the Maratha Confederation (28.54 to 28.56)",
    FREE: "each chooses the powers that they lead (28.57)",
}
REACTIONS = {
    "policy": "nobody waits for reactions: standing orders answer, or else the default",
    "ask": "countermarches, leaders, losses and retreats are asked and waited for",
}


def seat_names(data: Data, options: Mapping[str, Any]) -> list[Seat]:
    """Return the main powers of a scenario; in free deployment every major power."""
    scenario, chosen = options.get("scenario", "european"), options.get("seats")
    if scenario == FREE or scenario not in SCENARIOS:
        return list(data.seats)
    if chosen is not None and (row := data.setups.line_up_for(scenario, number(chosen))):
        return list(row.powers)
    rows = (row for row in data.setups.line_up if row.scenario == scenario)
    return list(dict.fromkeys(seat for row in rows for seat in row.powers))


def _players(_data: Data, _options: Mapping[str, Any]) -> Collection[int]:
    return (2, 3, 4)


def _read_powers(data: Data, chosen: Chosen) -> dict[Seat, list[Power]]:
    """28.57: what each seat leads; empty if seats choose in play."""
    given: Mapping[Seat, Iterable[Power]] = chosen["powers"]
    if not given:
        return {}
    if chosen["scenario"] != FREE:
        refuse("refusal.powers_are_fixed", scenario=text(chosen["scenario"]))
    found = {seat: [p for p in MAJORS if p in powers] for seat, powers in given.items()}
    taken = [power for powers in given.values() for power in powers]
    for power in taken:
        if power not in MAJORS:
            refuse("refusal.no_such_power", said=text(str(power)), known=text(", ".join(MAJORS)))
        if taken.count(power) > 1:
            refuse("refusal.power_twice", power=power)
    most = data.setups.chosen[number(chosen["seats"])]
    for seat, powers in found.items():
        if seat not in powers or len(powers) != most:
            refuse("refusal.number_of_powers", seat=text(seat), number=most)
        if set(data.setups.apart) <= set(powers):
            refuse("refusal.powers_apart", power=data.setups.apart[0], other=data.setups.apart[1])
    return found


POWERS = Setting(
    "powers",
    {},
    lambda _: "what each leads, in free deployment; nothing: it is chosen in play",
    _read_powers,
    lambda _: (OptionValue("none", "each chooses a power in turn when the game begins"),),
)


def _judge(data: Data, chosen: dict[str, Any]) -> None:
    """Complete the seats, which are in clockwise order."""
    known = seat_names(data, chosen)
    if isinstance(chosen["seats"], int):
        if chosen["scenario"] == FREE and not chosen["powers"]:
            return
        chosen["seats"] = list(chosen["powers"]) or known
    for seat in chosen["seats"]:
        if seat not in known:
            listed = text(", ".join(known))
            refuse("refusal.seat_of_scenario", said=text(seat), known=listed)
    if chosen["powers"] and sorted(chosen["powers"]) != sorted(chosen["seats"]):
        refuse("refusal.powers_of_seats", known=text(", ".join(chosen["seats"])))


OPTIONS = Options(
    words("scenario", "who leads what at the start", SCENARIOS),
    seats(4, seat_names, _players),
    POWERS,
    variants("optional rules and readings"),
    words("reactions", "whether reactions are waited for", REACTIONS),
    judge=_judge,
)

options, option_list = OPTIONS.complete, OPTIONS.listed
