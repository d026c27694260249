"""Internal names: powers, units, phases. All are also keys of positions."""

from typing import TypeAlias

Power: TypeAlias = str
"""A major power, a minor one, or the rebels in the land of a major one."""
Square: TypeAlias = str
"""From "A1" to "Q30"."""
Unit: TypeAlias = str
Sort: TypeAlias = str
"""A kind of counter, the same for recruits and veterans."""
Marker: TypeAlias = str
Route: TypeAlias = str
Stack: TypeAlias = dict[Unit, int]
"""Units of one power: how many of each, never 0."""
Force: TypeAlias = dict[Power, Stack]
"""Units that stand, move or fight together."""

MAJORS: tuple[Power, ...] = (
    "britain",
    "france",
    "prussia",
    "austria",
    "russia",
    "maratha",
    "manchu",
    "united_provinces",
    "spain",
    "ottoman",
)
"""In power order."""
MINORS: tuple[Power, ...] = (
    "abyssinia",
    "afghanistan",
    "africa",
    "amazonia",
    "annam",
    "arabia",
    "asante",
    "baluchistan",
    "barbary_states",
    "bornu",
    "buganda",
    "burma",
    "darfur",
    "futa_jallon",
    "german_states",
    "italian_states",
    "japan",
    "korea",
    "madagascar",
    "mysore",
    "new_holland",
    "norway",
    "oman",
    "oregon",
    "patagonia",
    "persia",
    "poland",
    "portugal",
    "siam",
    "sweden",
    "tauregs",
    "timbuktu",
    "turkestan",
)
NEUTRAL = "neutral"
"""How a position writes that nobody controls a power."""

SORTS: tuple[Sort, ...] = ("army", "horde", "fleet", "legion", "base", "fortified_zone")
UNITS: tuple[Unit, ...] = (
    "horde",
    "base",
    "veteran_horde",
    "army",
    "fleet",
    "veteran_army",
    "veteran_fleet",
    "fortified_zone",
    "legion",
    "veteran_legion",
)
"""In the order in which they are lost."""
IMMOBILE: tuple[Unit, ...] = ("base", "fortified_zone")
FLEETS: tuple[Unit, ...] = ("fleet", "veteran_fleet")
_VETERAN = "veteran_"
_REBELS = "rebels_"

PHASES = (
    "setup",
    "initiative",
    "taxation",
    "free_markers",
    "recruiting",
    "diplomacy",
    "movement",
    "combat",
    "pillage",
    "provisioning",
    "enlightenment",
    "end_of_turn",
    "over",
)
TURN_PHASES = ("diplomacy", "movement", "combat", "pillage")
"""The phases of a player turn, 3.1(3)."""
TREASURY_STEPS = ("recruiting", "training", "disbanding")
"""The steps of a seat in the recruiting phase, 3.1(2)(c) to (e)."""
MINOR_STEP = "minor_recruiting"
"""The last step of the recruiting phase, with rule 24."""


def sort_of(unit: Unit) -> Sort:
    """Return the kind of counter: "veteran_army" is an army."""
    return unit.removeprefix(_VETERAN)


def veteran(unit: Unit) -> Unit:
    """Return the veteran side of a recruit. Bases and fortified zones have none (17.5)."""
    return _VETERAN + unit


def is_fleet(unit: Unit) -> bool:
    """Tell whether a unit is naval."""
    return unit in FLEETS


def has_fleet(stack: Stack) -> bool:
    """Tell whether a power's units include naval ones."""
    return "fleet" in stack or "veteran_fleet" in stack


def fleets_of(stack: Stack) -> int:
    """Count the fleets among units."""
    return stack.get("fleet", 0) + stack.get("veteran_fleet", 0)


def rebels(power: Power) -> Power:
    """Return the key of the rebels in the land of a major power (4.76, 11.624)."""
    return _REBELS + power


def land_of_rebels(power: Power) -> Power:
    """Return the power in whose land the rebels rose; "" for a power that is not rebels."""
    return power.removeprefix(_REBELS) if power.startswith(_REBELS) else ""
