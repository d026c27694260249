"""What things are called inside: powers, units, phases; all are the keys of positions too."""

from typing import TypeAlias

Power: TypeAlias = str
"""A major power, a minor one, or the rebels in the land of a major one."""
Square: TypeAlias = str
"""From "A1" to "Q30"."""
Unit: TypeAlias = str
Sort: TypeAlias = str
"""A kind of unit, recruit or veteran: what a counter is of."""
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
"""Power order."""
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
"""How a position says that nobody controls a power."""

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
"""In the order in which they are given up."""
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
"""Of a player turn, 3.1(3)."""
TREASURY_STEPS = ("recruiting", "training", "disbanding")
MINOR_STEP = "minor_recruiting"
"""The last step of the recruiting phase, with rule 24."""
"""Of a seat in the recruiting phase, 3.1(2)(c) to (e)."""


def sort_of(unit: Unit) -> Sort:
    """What counter it is: "veteran_army" is an army."""
    return unit.removeprefix(_VETERAN)


def veteran(unit: Unit) -> Unit:
    """The veteran side of a recruit. Bases and fortified zones have none (17.5)."""
    return _VETERAN + unit


def is_fleet(unit: Unit) -> bool:
    """Whether it is a naval unit."""
    return unit in FLEETS


def has_fleet(stack: Stack) -> bool:
    """Whether naval units are among those of a power."""
    return "fleet" in stack or "veteran_fleet" in stack


def fleets_of(stack: Stack) -> int:
    """How many fleets are among units."""
    return stack.get("fleet", 0) + stack.get("veteran_fleet", 0)


def rebels(power: Power) -> Power:
    """The minor power units raised in the land of a major one (4.76, 11.624)."""
    return _REBELS + power


def land_of_rebels(power: Power) -> Power:
    """In whose land they have risen; "": they are no rebels."""
    return power.removeprefix(_REBELS) if power.startswith(_REBELS) else ""
