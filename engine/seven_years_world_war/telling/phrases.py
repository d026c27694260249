"""How units, markers and powers are worded in messages."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from engine.core.messages import Item, Message, message
from engine.kit.telling import Break, Cell, Part, Told, in_a_row, listed
from engine.seven_years_world_war.data import SHIPPED, read

UNITS: Mapping[str, str] = {
    "horde": "unit.horde",
    "base": "unit.base",
    "veteran_horde": "unit.veteran_horde",
    "army": "unit.army",
    "fleet": "unit.fleet",
    "veteran_army": "unit.veteran_army",
    "veteran_fleet": "unit.veteran_fleet",
    "fortified_zone": "unit.fortified_zone",
    "legion": "unit.legion",
    "veteran_legion": "unit.veteran_legion",
}
"""A number of units of a kind: 2 veteran armies."""
LETTERS: Mapping[str, str] = {
    "army": "letter.army",
    "veteran_army": "letter.veteran_army",
    "horde": "letter.horde",
    "veteran_horde": "letter.veteran_horde",
    "fleet": "letter.fleet",
    "veteran_fleet": "letter.veteran_fleet",
    "legion": "letter.legion",
    "veteran_legion": "letter.veteran_legion",
    "base": "letter.base",
    "fortified_zone": "letter.fortified_zone",
}
"""The same in short, for narrow columns, in the order of the map."""


def units(stack: Mapping[str, int]) -> tuple[Message, ...]:
    """Word units of one power: 2 veteran armies and 1 base."""
    return tuple(message(UNITS[unit], number=number) for unit, number in stack.items())


def force(of: Mapping[str, Mapping[str, int]]) -> tuple[Message, ...]:
    """Word units of several powers, each with its power."""
    return tuple(
        message("phrase.of_power", power=power, units=units(stack)) for power, stack in of.items()
    )


def force_of(seat: str, of: Mapping[str, Mapping[str, int]]) -> tuple[Message, ...]:
    """Word units that a seat sends, without the power if they are all its own."""
    return units(of[seat]) if list(of) == [seat] else force(of)


@cache
def _names_of_squares() -> Mapping[str, str]:
    """The names of the squares, by their ids."""
    return {square: row.name for square, row in read(SHIPPED).board.squares.items()}


def place(square: str) -> Message:
    """Word a square with its name, for a reader without the map: D15 (German States)."""
    return message("phrase.place", square=square, place=_names_of_squares().get(square, ""))


def with_name(sign: str) -> Message | None:
    """Word a square with its name; None if it has no name."""
    return place(sign) if _names_of_squares().get(sign) else None


def short(stack: Mapping[str, int]) -> Cell:
    """Word units in a table: 2 A, 1 F."""
    there = ((letter, stack[unit]) for unit, letter in LETTERS.items() if unit in stack)
    return in_a_row(message(letter, number=number) for letter, number in there)


def markers(keys: Iterable[str]) -> Cell:
    """Word markers in a cell: Diplomacy 1, 2 Forced March; "" if there are none."""
    return in_a_row(counted(keys))


def counted(keys: Iterable[str]) -> tuple[Item, ...]:
    """Word markers in running text, each kind with its number."""
    return tuple(
        message("phrase.markers", number=number, marker=marker) if number > 1 else marker
        for marker, number in Counter(keys).items()
    )


def numbers(by_seat: Mapping[str, int]) -> Cell:
    """Word a number for each seat: Great Britain 4, France 5."""
    return listed(
        message("phrase.number_of", seat=seat, number=number) for seat, number in by_seat.items()
    )


def dice_of(rolled: Iterable[tuple[str, int]]) -> tuple[Message, ...]:
    """Word what each seat rolled, in the order of the dice."""
    return tuple(message("phrase.number_of", seat=seat, number=die) for seat, die in rolled)


def after(e: Told, *what: str) -> Iterable[Part]:
    """Begin a paragraph if the last event told is one of these."""
    if e["before"]["what"] in what:
        yield Break()
