"""The shape of the files in data/: one struct for each table, and checks that go beyond shape.

A mistake raises DataError, which names the file, the key, and what was expected there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec

from engine.core.decision import Seat
from engine.core.game import DataError
from engine.kit.datafile import Source, by_key, must, names_apart, only, parse, rows_by_key, rows_of

Area: TypeAlias = str
Key = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]*$")]
"""Lower-case letters, digits and _, such as "west_med"."""
Card: TypeAlias = str
"""A type of army card, such as "veteran_sword", or a personality; cards of a type are equal."""
CardType: TypeAlias = str
Half = Literal["north", "south", ""]
Edge = Literal["land", "mountain", "strait", "sea_lane", "coast", "sea"]
Place = Literal["field", "siege", "sea"]
Small = Annotated[int, msgspec.Meta(ge=0, le=20)]
Die = Annotated[int, msgspec.Meta(ge=0, le=6)]

MILITARY_LEADER, DIPLOMAT, ENGINEER, MERCHANT = (
    "military_leader",
    "diplomat",
    "engineer",
    "merchant",
)
NO_CARD: Card = "none"
NOBODY: Seat = "nobody"
DECK_SIZE = 5
"""The most cards that a deck can have."""

FILES = (
    "board.toml",
    "cards.toml",
    "combat.toml",
    "openings.toml",
    "rules.toml",
    "seats.toml",
    "variants.toml",
)


class AreaRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A province or a sea area."""

    key: Key
    name: str
    kind: Literal["land", "sea"]
    half: Half
    value: Annotated[int, msgspec.Meta(ge=1, le=12)]
    amphora: bool
    revolt: Die
    adjacent: dict[Area, Edge]
    also: tuple[str, ...] = ()
    """Other ways to write its name."""
    source: dict[str, Source] = {}


class TypeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A type of army card."""

    key: Key
    name: str
    slow: bool
    mounted: bool
    worth: Small
    source: dict[str, Source] = {}


class CardRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the mercenary deck or a starting army, with its number of copies."""

    key: Key
    name: str
    type: CardType
    veteran: bool
    label: Half
    upkeep: Small
    copies: Small
    also: tuple[str, ...] = ()
    source: dict[str, Source] = {}


class PersonalityRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A personality, with its number of copies."""

    key: Key
    name: str
    upkeep: Small
    copies: Small
    many: bool
    also: tuple[str, ...] = ()
    source: dict[str, Source] = {}


class ArmyRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A starting army."""

    key: str
    name: str
    half: Literal["north", "south"]
    cards: dict[Card, Small]


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The most cards of these types together."""

    types: tuple[CardType, ...]
    most: Small


class PlaceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a battle is fought in a place."""

    name: str
    size: Annotated[int, msgspec.Meta(ge=1, le=DECK_SIZE)]
    ordered: bool
    ambush: tuple[CardType, ...]
    engineer: tuple[CardType, ...]
    limits: tuple[Limit, ...]
    cells: dict[CardType, dict[CardType, str]]
    first: dict[CardType, dict[CardType, CardType]] = {}


class OpeningRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fixed opening of a seat."""

    players: int
    seat: int
    fort: Area
    bases: tuple[Area, ...]

    def laid(self, left_out: int) -> list[Area]:
        """Return where the bases are; this many before the last are left out."""
        return [*self.bases[: len(self.bases) - 1 - left_out], self.bases[-1]]


class SeatRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A colour."""

    key: Key
    name: str
    also: tuple[str, ...] = ()


class _Cards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: tuple[TypeRow, ...]
    card: tuple[CardRow, ...]
    personality: tuple[PersonalityRow, ...]
    army: tuple[ArmyRow, ...]


class _Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    field: PlaceRow
    siege: PlaceRow
    sea: PlaceRow


class Cell(msgspec.Struct, frozen=True):
    """How a card meets another: shoots on `hit` or more (0: not), else `rating` (-1: blocks)."""

    hit: int
    rating: int

    @property
    def blocks(self) -> bool:
        """Whether nobody wins by rating against it."""
        return self.rating < 0

    def raised(self, rating: int, die: int) -> Cell:
        """Add bonuses to the rating and the shooting die; a block stays one."""
        rated = self.rating if self.blocks else self.rating + rating
        return Cell(self.hit and max(1, self.hit - die), rated)


BLOCKS = -1


class Tables(msgspec.Struct, frozen=True):
    """The board, the cards, the battles and the openings, checked."""

    areas: dict[Area, AreaRow]
    types: dict[CardType, TypeRow]
    cards: dict[Card, CardRow]
    personalities: dict[Card, PersonalityRow]
    armies: dict[str, ArmyRow]
    places: dict[Place, PlaceRow]
    cells: dict[Place, dict[CardType, dict[CardType, Cell]]]
    openings: tuple[OpeningRow, ...]
    seats: dict[Seat, SeatRow]


def load(files: Mapping[str, bytes]) -> Tables:
    """Read and check all tables except the rules, from files by name. Raises DataError."""
    only(files, FILES)
    cards = parse("cards.toml", files["cards.toml"], _Cards)
    combat = parse("combat.toml", files["combat.toml"], _Combat)
    places: dict[Place, PlaceRow] = {
        "field": combat.field,
        "siege": combat.siege,
        "sea": combat.sea,
    }
    tables = Tables(
        areas=rows_by_key(files, "board.toml", "area", AreaRow),
        types=by_key("cards.toml: type", cards.type),
        cards=by_key("cards.toml: card", cards.card),
        personalities=by_key("cards.toml: personality", cards.personality),
        armies=by_key("cards.toml: army", cards.army),
        places=places,
        cells={place: _cells(place, row) for place, row in places.items()},
        openings=rows_of(files, "openings.toml", "opening", OpeningRow),
        seats=rows_by_key(files, "seats.toml", "seat", SeatRow),
    )
    for check in (_check_names, _check_board, _check_cards, _check_combat, _check_openings):
        check(tables)
    return tables


# Names


def _check_names(tables: Tables) -> None:
    """Check that each key and each spelling stands for one thing only."""
    cards: dict[Card, CardRow | PersonalityRow] = {**tables.cards, **tables.personalities}
    taken = [NO_CARD, NOBODY]
    for file, rows in (("seats", tables.seats), ("board", tables.areas), ("cards", cards)):
        for key in rows:
            if key in taken:
                raise DataError(f"{file}.toml: {key}.key: expected a key of its own")
        taken += rows
        names_apart(f"{file}.toml", {key: (row.name, *row.also) for key, row in rows.items()})


# The board

ENDS: dict[Edge, tuple[str, str]] = {
    "land": ("land", "land"),
    "mountain": ("land", "land"),
    "strait": ("land", "land"),
    "sea_lane": ("land", "land"),
    "coast": ("land", "sea"),
    "sea": ("sea", "sea"),
}


def _check_board(tables: Tables) -> None:
    for key, row in tables.areas.items():
        if (row.kind == "sea") != (not row.half):
            raise DataError(f"board.toml: {key}.half: a province has a half, a sea area none")
        for other, edge in row.adjacent.items():
            where = f"{key}.adjacent.{other}"
            must("board.toml", where, other, tables.areas)
            back = tables.areas[other].adjacent.get(key)
            if back != edge:
                raise DataError(
                    f"board.toml: {where}: {edge} here, and {back or 'nothing'} at {other}: "
                    "an edge stands alike with both of its ends"
                )
            ends = tuple(sorted((row.kind, tables.areas[other].kind)))
            if ends != ENDS[edge]:
                raise DataError(
                    f"board.toml: {where}: {edge} joins {' and '.join(ENDS[edge])}, "
                    f"not {' and '.join(ends)}"
                )


# The cards


def _check_cards(tables: Tables) -> None:
    for key, card in tables.cards.items():
        must("cards.toml", f"card {key}.type", card.type, tables.types)
    for key in (MILITARY_LEADER, DIPLOMAT, ENGINEER, MERCHANT):
        must("cards.toml", "personality", key, tables.personalities)
    for key, army in tables.armies.items():
        for held in army.cards:
            must("cards.toml", f"army {key}.cards", held, tables.cards)
    for half in ("north", "south"):
        armies = [key for key, army in tables.armies.items() if army.half == half]
        if len(armies) < 3:
            raise DataError(f"cards.toml: army: expected three for the {half}; got {armies}")


# Battles


def _cells(place: Place, row: PlaceRow) -> dict[CardType, dict[CardType, Cell]]:
    return {
        ours: {
            theirs: _cell(f"{place}.cells.{ours}.{theirs}", text)
            for theirs, text in against.items()
        }
        for ours, against in row.cells.items()
    }


def _cell(where: str, text: str) -> Cell:
    """Read a cell as it is written: "6", "5+/3", "5+/B"."""
    shot, shoots, rest = text.partition("+/")
    hit, rating = (shot, rest) if shoots else ("0", shot)
    if (hit.isdecimal() and int(hit) <= 6) and (rating == "B" or rating.isdecimal()):
        return Cell(int(hit), BLOCKS if rating == "B" else int(rating))
    raise DataError(f'combat.toml: {where}: expected such as "6", "5+/3" or "5+/B"; got {text!r}')


def _check_combat(tables: Tables) -> None:
    for place, row in tables.places.items():
        for ours, against in row.cells.items():
            must("combat.toml", f"{place}.cells", ours, tables.types)
            for theirs in row.cells:
                must("combat.toml", f"{place}.cells.{ours}", theirs, against)
            for theirs in against:
                must("combat.toml", f"{place}.cells.{ours}", theirs, row.cells)
        named = [*row.ambush, *row.engineer, *(t for limit in row.limits for t in limit.types)]
        for first, treated in row.first.items():
            named += [first, *treated, *treated.values()]
        for key in named:
            must("combat.toml", str(place), key, tables.types)


# Openings


def _check_openings(tables: Tables) -> None:
    taken: dict[int, list[Area]] = {}
    for n, row in enumerate(tables.openings, 1):
        where = f"opening {n}"
        must("openings.toml", f"{where}.fort", row.fort, row.bases)
        for place, area in enumerate(row.bases):
            must("openings.toml", f"{where}.bases", area, tables.areas)
            if area in taken.setdefault(row.players, []):
                raise DataError(f"openings.toml: {where}.bases: {area} is taken already")
            taken[row.players].append(area)
            if place and not any(b in tables.areas[area].adjacent for b in row.bases[:place]):
                raise DataError(
                    f"openings.toml: {where}.bases: {area} borders none of those before it"
                )
        for area in (row.bases[0], row.fort):
            must("openings.toml", f"{where}: {area}", tables.areas[area].kind, ("land",))
