"""21.1: powers handed over or made neutral, and the end of the game by agreement."""

from engine.core.decision import Domain, Refusal, Seat, no
from engine.seven_years_world_war import events
from engine.seven_years_world_war.control.changing import change_hands
from engine.seven_years_world_war.forces import Likely
from engine.seven_years_world_war.order_entries import AnytimeOrder, nothing
from engine.seven_years_world_war.state import Change, Offer, State, Table
from engine.seven_years_world_war.tables.names import MAJORS, Power

ANY_POWER = frozenset(MAJORS)


def why_not_part_with(state: State, seat: Seat, power: Power = "") -> Refusal | None:
    """21.1, R1: refuse during set-up, and refuse a power that the seat does not lead or its main
    one."""
    if state.phase == "setup":
        return no("refusal.not_in_setup", "21.1")
    if power and not state.is_major(power):
        return no("refusal.led_by_nobody", "4.7", power=power)
    if power and state.controller(power) != seat:
        return no("refusal.not_led", "4.8", power=power)
    if power and power in state.seats:
        return no("refusal.main_power", "31 Q3", power=power)
    if power and any(change.power == power for change in state.changing):
        return no("refusal.changing_already", "21.1", power=power)
    return None


def why_not_offer(state: State, seat: Seat, power: Power = "", to: Seat = "") -> Refusal | None:
    """21.1(2): refuse what the seat cannot part with, and any receiver but another player."""
    if refusal := why_not_part_with(state, seat, power):
        return refusal
    if to and to not in state.seats:
        return no("refusal.no_seat", "21.1", seat=to)
    if to == seat:
        return no("refusal.to_yourself", "21.1")
    if to and Offer(power, seat, to) in state.offers:
        return no("refusal.offered_already", "21.1", power=power, seat=to)
    return None


def offer(table: Table, seat: Seat, power: Power, to: Seat) -> None:
    """21.1(2): offer a power to another seat, which gets it by accepting."""
    table.state.offers.append(Offer(power, seat, to))
    for hears in (seat, to):
        table.tell(events.PowerOffered(hears, seat, to, power))


def why_not_withdraw_offer(state: State, seat: Seat, power: Power = "") -> Refusal | None:
    """21.1: refuse any offer but the seat's own."""
    mine = [each.power for each in state.offers if each.by == seat]
    if not mine or (power and power not in mine):
        return no("refusal.no_such_offer", "21.1")
    return None


def withdraw_offer(table: Table, seat: Seat, power: Power) -> None:
    """21.1: withdraw all offers of a power."""
    state = table.state
    gone = [each for each in state.offers if (each.by, each.power) == (seat, power)]
    state.offers = [each for each in state.offers if each not in gone]
    for each in gone:
        for hears in (seat, each.to):
            table.tell(events.OfferWithdrawn(hears, seat, each.to, power))


def why_not_accept(state: State, seat: Seat, power: Power = "") -> Refusal | None:
    """21.1(2), R5: refuse a power that has not been offered to the seat; both players have to
    agree."""
    mine = [each.power for each in state.offers if each.to == seat]
    if not mine or (power and power not in mine):
        return no("refusal.no_such_offer", "21.1")
    return None


def accept(table: Table, seat: Seat, power: Power) -> None:
    """21.1(2): let the power change hands when the segment under way ends."""
    state = table.state
    made = next(each for each in state.offers if (each.to, each.power) == (seat, power))
    state.offers = [each for each in state.offers if each.power != power]
    state.changing.append(Change(power, made.by, seat))
    table.tell(events.TransferAgreed(made.by, power, seat))


def restore(table: Table, seat: Seat, power: Power) -> None:
    """21.1(1): let the power become neutral when the segment under way ends."""
    state = table.state
    state.offers = [each for each in state.offers if each.power != power]
    state.changing.append(Change(power, seat, ""))
    table.tell(events.TransferAgreed(seat, power, ""))


async def transfer(table: Table) -> None:
    """21.1(1), (2), R5: let powers change hands as agreed, unless they have been lost since."""
    state = table.state
    changes, state.changing = state.changing, []
    for change in changes:
        if state.controllers[change.power] == change.by:
            await change_hands(table, change.power, change.to, "agreement")


# The end


def why_not_treaty(state: State, seat: Seat) -> Refusal | None:
    """22.22: refuse if the seat has asked for it already."""
    return no("refusal.said_already", "22.22") if seat in state.treaty else None


def treaty(table: Table, seat: Seat) -> None:
    """22.22: note that the seat wants the game to end with this game turn."""
    table.state.treaty.append(seat)
    table.tell(events.TreatyWanted(seat, wanted=True))


def why_not_no_treaty(state: State, seat: Seat) -> Refusal | None:
    """22.22: refuse if the seat has not asked for the end."""
    return None if seat in state.treaty else no("refusal.not_said", "22.22")


def no_treaty(table: Table, seat: Seat) -> None:
    """22.22: note that the seat wants the game to go on."""
    table.state.treaty.remove(seat)
    table.tell(events.TreatyWanted(seat, wanted=False))


def why_not_end(state: State, seat: Seat) -> Refusal | None:
    """21.1(4): refuse during set-up, and if the seat has asked for it already."""
    if state.phase == "setup":
        return no("refusal.not_in_setup", "21.1")
    return no("refusal.said_already", "21.1") if seat in state.ending else None


def end_now(table: Table, seat: Seat) -> None:
    """21.1(4): note that the seat wants the game to end at once; it ends when all want that."""
    table.state.ending.append(seat)
    table.tell(events.EndWanted(seat))


# The table


def _own(state: State, seat: Seat) -> tuple[Domain, ...]:
    own = (p for p in state.powers_of(seat) if p not in state.seats)
    return (Likely(own, state.data.powers.all),)


def _own_to(state: State, seat: Seat) -> tuple[Domain, ...]:
    return (*_own(state, seat), Likely(state.others(seat), ANY_POWER))


def _offered(state: State, seat: Seat) -> tuple[Domain, ...]:
    mine = (each.power for each in state.offers if seat in (each.by, each.to))
    return (Likely(dict.fromkeys(mine), ANY_POWER),)


def _offered_to(state: State, power: Power) -> list[Seat]:
    return [each.to for each in state.offers if each.power == power]


OFFERS: tuple[AnytimeOrder, ...] = (
    AnytimeOrder("offer", why_not_offer, _own_to, offer, lambda _, __, to: [to]),
    AnytimeOrder("withdraw_offer", why_not_withdraw_offer, _offered, withdraw_offer, _offered_to),
    AnytimeOrder("accept", why_not_accept, _offered, accept),
    AnytimeOrder("restore", why_not_part_with, _own, restore),
    AnytimeOrder("treaty", why_not_treaty, nothing, treaty),
    AnytimeOrder("no_treaty", why_not_no_treaty, nothing, no_treaty),
    AnytimeOrder("end_now", why_not_end, nothing, end_now),
)
