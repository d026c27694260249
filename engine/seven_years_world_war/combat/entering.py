"""What follows when units have retreated or advanced into a square: R3, R8."""

from engine.core.decision import Seat
from engine.seven_years_world_war.combat.losses import choose_losses
from engine.seven_years_world_war.combat.sides import wholly_minor
from engine.seven_years_world_war.control.changing import belligerent, invades
from engine.seven_years_world_war.markers.minors import excess, minor_units
from engine.seven_years_world_war.state import Table
from engine.seven_years_world_war.state_changes import lose_units
from engine.seven_years_world_war.tables.names import Force, Square


async def come_in(table: Table, seat: Seat, square: Square, force: Force) -> None:
    """Carry out what follows when units of a seat ("": minor powers without a leader) enter a
    square.

    R3: units that enter a neutral major power invade it. R8: minor power units beyond what the
    square feeds are lost at once.
    """
    state = table.state
    if wholly_minor(state, force):
        if over := excess(state, square):
            lost = await choose_losses(table, seat, square, minor_units(state, square), over)
            for power, stack in lost.items():
                lose_units(table, power, square, stack, "overcrowded")
    elif power := invades(state, square, force, ends=True):
        await belligerent(table, power, seat)
