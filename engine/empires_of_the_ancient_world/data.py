"""The game's data tables, with lookups for the rules, and the names that players use.

They are read from files such as those in data/*.toml, each number with its source. A running game
keeps the tables it began with, so none of them is a global: each state has its own in `state.data`.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from engine.core.decision import Seat
from engine.empires_of_the_ancient_world.ruleset import Ruleset, read_rulebook
from engine.empires_of_the_ancient_world.schema import (
    FILES,
    NO_CARD,
    Area,
    AreaRow,
    ArmyRow,
    Card,
    CardRow,
    CardType,
    Cell,
    Edge,
    OpeningRow,
    PersonalityRow,
    Place,
    PlaceRow,
    SeatRow,
    Tables,
    TypeRow,
    load,
)
from engine.kit.datafile import shipped
from engine.kit.naming import Printed, rows_printed
from engine.kit.variants import Variant

SHIPPED: Mapping[str, bytes] = shipped(__package__, FILES)
"""The files that come with the game."""


class Data(Printed, frozen=True, eq=False, kw_only=True):
    """The tables from a set of files, and what is looked up in them."""

    board: Mapping[Area, AreaRow]
    areas: tuple[Area, ...]
    provinces: tuple[Area, ...]
    adjacent: Mapping[Area, Mapping[Area, Edge]]
    """The areas that border an area, and how."""
    seas_beside: Mapping[Area, tuple[Area, ...]]
    """The sea areas that an area touches."""
    types: Mapping[CardType, TypeRow]
    army_cards: Mapping[Card, CardRow]
    personalities: Mapping[Card, PersonalityRow]
    cards: Mapping[Card, CardRow | PersonalityRow]
    armies: Mapping[str, ArmyRow]
    mercenaries: tuple[Card, ...]
    """Every card of the mercenary deck, in the fixed order used for drawing."""
    places: Mapping[Place, PlaceRow]
    cells: Mapping[Place, Mapping[CardType, Mapping[CardType, Cell]]]
    openings: tuple[OpeningRow, ...]
    seat_rows: Mapping[Seat, SeatRow]
    seats: tuple[Seat, ...]
    variants: Mapping[str, Variant]
    ruleset: Callable[[tuple[str, ...]], Ruleset]
    """Returns the rules with some variants."""

    def most(self, number: str) -> int:
        """Return the highest value of a number in the rules under any variant."""
        chosen = ((), *((key,) for key in self.variants))
        numbers: Iterable[int] = (getattr(self.ruleset(v), number) for v in chosen)
        return max(numbers)

    def is_sea(self, area: Area) -> bool:
        """Tell whether it is a sea area."""
        return self.board[area].kind == "sea"

    def type_of(self, card: Card) -> CardType:
        """Return the type of an army card."""
        return self.army_cards[card].type


def read(files: Mapping[str, bytes]) -> Data:
    """Read the tables from files by name. Raises DataError: file, key, what was expected."""
    tables = load(files)
    book = read_rulebook(files, tables)
    board = tables.areas
    cards: dict[Card, CardRow | PersonalityRow] = {**tables.cards, **tables.personalities}
    copies = (key for key, row in cards.items() for _ in range(row.copies))
    return Data(
        board=board,
        areas=tuple(board),
        provinces=tuple(key for key, row in board.items() if row.kind == "land"),
        adjacent={key: row.adjacent for key, row in board.items()},
        seas_beside={key: _seas_beside(board, row) for key, row in board.items()},
        types=tables.types,
        army_cards=tables.cards,
        personalities=tables.personalities,
        cards=cards,
        armies=tables.armies,
        mercenaries=tuple(sorted(copies)),
        places=tables.places,
        cells=tables.cells,
        openings=tables.openings,
        seat_rows=tables.seats,
        seats=tuple(tables.seats),
        variants=book.variants,
        ruleset=cache(book.with_variants),
        printed=_printed(tables),
    )


def _seas_beside(board: Mapping[Area, AreaRow], row: AreaRow) -> tuple[Area, ...]:
    return tuple(other for other in row.adjacent if board[other].kind == "sea")


def _printed(tables: Tables) -> dict[str, str]:
    named = (tables.areas, tables.cards, tables.personalities, tables.seats)
    return {NO_CARD: "no card", "": "nobody"} | rows_printed(*named)
