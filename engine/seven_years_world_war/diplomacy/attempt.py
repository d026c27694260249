"""Diplomacy (9): an attempt, from its markers to the die."""

from collections.abc import Mapping, Sequence

from engine.core.decision import (
    Decision,
    Domain,
    Menu,
    Question,
    Refusal,
    Seat,
    Verb,
    kind,
    no,
)
from engine.core.repeated_arguments import Repeated
from engine.seven_years_world_war.diplomacy import events
from engine.seven_years_world_war.diplomacy.results import EFFECTS, effect_on
from engine.seven_years_world_war.forces import Likely
from engine.seven_years_world_war.markers.pool import of_group, spend
from engine.seven_years_world_war.markers.sturm import stopped
from engine.seven_years_world_war.order_entries import Order
from engine.seven_years_world_war.state import Attempt, State, Table
from engine.seven_years_world_war.state_changes import DIE
from engine.seven_years_world_war.tables.names import MAJORS, Marker, Power

DIPLOMACY = "diplomacy"


def why_not_diplomacy(state: State, seat: Seat, power: Power = "") -> Refusal | None:
    """9.1, R14: refuse without a diplomacy marker, and refuse a minor power or one's own."""
    if not of_group(state, seat, DIPLOMACY):
        return no("refusal.no_diplomacy_marker", "9.0")
    if power and not state.is_major(power):
        return no("refusal.diplomacy_on_minor", "4.761", power=power)
    if power and state.controller(power) == seat:
        return no("refusal.own_power", "9.1", power=power)
    return None


def _targets(state: State, seat: Seat) -> tuple[Domain, ...]:
    """Powers of others: those that can be won first, then main powers, which nobody loses (R1)."""
    others = [power for power in MAJORS if state.controller(power) != seat]
    others.sort(key=lambda power: power in state.seats)
    return (Likely(others, state.data.powers.all),)


async def negotiate(table: Table, seat: Seat, power: Power) -> None:
    """9.1: make an attempt: markers are laid face down, revealed together, and a die is rolled."""
    state = table.state
    laid = await table.ask(commit, seat, power)
    attack = _lay(state, seat, laid[1])
    if not attack:
        table.tell(events.DiplomacyFailed(seat, power))
        return
    state.attempt = Attempt(power=power, by=seat, attack=attack)
    table.tell(events.DiplomacyBegun(seat, power, state.controller(power), len(attack)))
    defence = await _defended(table, seat, power, len(attack))
    state.attempt.defence, state.attempt.revealed = defence, True
    _tell_revealed(table, state.attempt)
    left = await stopped(table, {seat: attack, **defence}, against=power)
    state.attempt = None
    if left.get(seat):
        await _roll(table, seat, power, left)
    else:
        table.tell(events.DiplomacyFailed(seat, power))


async def _defended(
    table: Table, seat: Seat, power: Power, number: int
) -> dict[Seat, list[Marker]]:
    """9.1(3), 9.4: all other seats that hold markers may defend the power, unseen by each other."""
    state = table.state
    asked = [other for other in state.others(seat) if state.hands[other]]
    questions = [Question(defence, other, (power, seat, number)) for other in asked]
    answers = await table.ask_all(*questions)
    laid = {other: choice[1] for other, choice in answers.items() if choice[0] == "defend"}
    return {other: _lay(state, other, values) for other, values in laid.items()}


def _lay(state: State, seat: Seat, values: Sequence[int]) -> list[Marker]:
    """9.2: diplomacy markers of these values leave the hand; they are spent whatever happens."""
    markers = [f"{DIPLOMACY}_{value}" for value in values]
    for marker in markers:
        spend(state, seat, marker)
    return markers


def _tell_revealed(table: Table, attempt: Attempt) -> None:
    state = table.state
    shown = {other: _values(state, laid) for other, laid in attempt.defence.items()}
    attack = _values(state, attempt.attack)
    table.tell(events.DiplomacyRevealed(attempt.by, attempt.power, attack, shown))


async def _roll(
    table: Table, seat: Seat, power: Power, left: Mapping[Seat, Sequence[Marker]]
) -> None:
    """9.1(5), (6): the differential, the die, and the result of the table."""
    state = table.state
    attack = sum(_values(state, left[seat]))
    defence = sum(sum(_values(state, laid)) for other, laid in left.items() if other != seat)
    die = table.draw(f"diplomacy, {state.data.name(power)}", DIE)
    result = state.data.charts.diplomacy_result(die, attack - defence)
    effect = effect_on(state, power, result)
    table.tell(
        events.DiplomacyRolled(
            seat,
            power,
            controller=state.controller(power),
            attack=attack,
            defence=defence,
            differential=attack - defence,
            die=die,
            result=result.key,
            effect=effect,
        )
    )
    await EFFECTS[effect](table, seat, power, result.markers)


def _values(state: State, markers: Sequence[Marker]) -> list[int]:
    return [state.data.charts.markers[marker].value for marker in markers]


# Markers laid face down


def held_values(state: State, seat: Seat) -> list[int]:
    """9.5: return the values of the diplomacy markers that a seat holds, lowest first."""
    return sorted(_values(state, of_group(state, seat, DIPLOMACY)))


class _Numbers:
    """All values that people may write; the judge knows which are held."""

    def __contains__(self, said: object) -> bool:
        return isinstance(said, int)


def _laying(verb: str, held: Sequence[int]) -> Verb:
    """The verb for laying some of these values, in any order."""

    def more(laid: Sequence[int]) -> list[int]:
        return [each for each in dict.fromkeys(held) if held.count(each) > laid.count(each)]

    def why_not(laid: Sequence[int] = ()) -> Refusal | None:
        if not held:
            return no("refusal.no_diplomacy_marker", "9.1(3)")
        for value in laid:
            if laid.count(value) > held.count(value):
                return no("refusal.value_not_held", "9.5", value=value)
        return None

    most = max(len(held), 1)
    listed = Repeated(more, most=most, ordered=False, among=_Numbers(), of="listed.markers")
    return Verb(verb, why_not, (listed,))


NOTHING_LEFT = Verb("commit", domains=(Repeated((), most=0, least=0, of="listed.markers"),))


@kind(covered_by=("diplomacy",), secret=True)
def commit(table: Table, seat: Seat, power: Power) -> Decision:
    """9.1(2): ask which markers make the attempt. Without any, if the last has been returned or
    given away in the meantime, the attempt fails (R13)."""
    held = held_values(table.state, seat)
    laying = _laying("commit", held) if held else NOTHING_LEFT
    return Decision(Menu(laying), ("commit", tuple(held[:1])), {"power": power, "values": held})


@kind(secret=True)
def defence(table: Table, seat: Seat, power: Power, attacker: Seat, number: int) -> Decision:
    """9.1(3), 9.4, R14: ask which markers defend a power, led by the seat or not."""
    state = table.state
    facts = {
        "power": power,
        "attacker": attacker,
        "controller": state.controller(power),
        "number": number,
        "values": (held := held_values(state, seat)),
    }
    return Decision(Menu(Verb("no_defence"), _laying("defend", held)), ("no_defence",), facts)


ORDERS = (Order("diplomacy", "diplomacy", why_not_diplomacy, _targets, negotiate),)
