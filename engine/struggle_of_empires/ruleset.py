"""The rules of an edition with the variants in play, as numbers and named switches.

An edition is a tree in editions.toml; a variant changes some of its keys. Rules code reads the
result, and names neither an edition nor a variant.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from engine.core.game import DataError
from engine.kit.datafile import Source, Tree, changed, must, parse, rows_by_key, shaped
from engine.kit.variants import Variant, varied
from engine.struggle_of_empires.schema import (
    ARMY,
    FORT,
    NAVY,
    Alliance,
    AllianceRow,
    Gold,
    Region,
    Tables,
    Tile,
    TileRow,
    Unit,
)

ByPlayers: TypeAlias = dict[int, int]
Die: TypeAlias = Literal["success", "stay", "sink"]


class Pieces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pieces that each seat has in the box."""

    army: int
    navy: int
    fort: int
    control: int
    alliance: int

    def of(self, unit: Unit) -> int:
        """Return the number of units of a type."""
        return {ARMY: self.army, NAVY: self.navy, FORT: self.fort}[unit]


class Ruleset(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rules in play. Tables by number of players omit numbers without an entry."""

    players: tuple[int, ...]
    wars: int
    rounds: ByPlayers

    neutral_markers: ByPlayers
    """Drawn onto the map at the start and before each later war."""
    starting_markers: ByPlayers
    duplicates: dict[int, Literal["kept", "asked", "redrawn"]]
    """What happens to starting markers of a region that a seat already has."""
    draft: bool
    """Whether starting markers are chosen from hands that are passed on."""
    initial_units: int
    units_at_home: bool
    """Whether initial units may be placed at home."""
    unplayed: Literal["none", "letters", "mixed letters", "drawn"]
    """How the units of powers that nobody plays are placed."""
    letters: tuple[str, ...]
    unplayed_navies: bool
    unplayed_markers: ByPlayers
    """Control markers of each unplayed power; if any, ties with them count against players."""
    unplayed_strength: int
    """The defence value of such a control marker."""
    starting_tiles: dict[int, tuple[Tile, ...]]
    most_trade_tiles: ByPlayers
    display: ByPlayers
    """For the tiles on display, the number of players to look up instead of the actual one."""

    gold: Gold
    population: int
    most_population: int
    population_growth: int
    taxation: Gold
    taxation_with_banking: Gold
    unrest_drawn: bool
    """Whether unrest is drawn as counters of 0 to 2 from a bag; otherwise it is exact points."""
    unrest_open: bool
    """Whether everybody sees everybody's unrest."""
    unrest: dict[int, int]
    """Counters by value; those of value 5 are for making change."""
    pieces: Pieces

    actions: int
    once_a_turn: dict[str, tuple[str, ...]]
    """Groups of actions, by the name of such an action; a turn can have only one of each group."""
    called: dict[str, str]
    """What the edition calls an action and the neutral markers that it takes."""
    alliances: Literal["markers", "tiles"]
    """Whether local alliances are established, or claimed like tiles."""
    rebuild_population: int
    """What destroying a unit and building it elsewhere costs besides the unrest."""
    pass_returns: int
    """Points of unrest that passing returns."""
    army_movement: Literal["free", "adjacent"]
    sea_move: Literal["custom die", "two dice"]
    sea_die: tuple[Die, ...]
    pay_to_arrive: dict[str, Gold]
    pay_to_stay: dict[str, Gold]
    red_die: dict[int, Die]
    """The result of the second die after a 1; a number above the highest entry counts as that."""
    navigation: int
    """What each Navigation tile adds to the second die."""

    attack_cost: Gold
    own_navies: tuple[Literal["attacker", "defender"], ...]
    """Sides that count navies only with a navy of the principal's own."""
    alliance_needs_unit: bool
    """Whether a local alliance counts only together with a unit of the principal's own."""
    surrender: bool
    fort_safe_in_ties: bool = False
    """Whether a seven in a tie costs no fort either; files of older games lack it."""
    withdrawal: Literal["combat", "attack"]
    """What Fighting Withdrawal covers: a combat that was lost, or all losses of the attack."""
    tokens: dict[str, int]
    """The number of tokens, or tiles, for pirates and for rebels."""
    pirates_strength: int
    rebels_strength: int
    revolt_support: bool
    """Whether navies give support against rebels."""
    returned: tuple[str, ...]
    """Tokens and tiles that a seat leaves to others for the rest of the round once it has used
    them."""

    agriculture_population: int
    """Population gained by claiming Improved Agriculture."""
    industry_points: int
    industry_per_agriculture: int
    revolution: int
    unrest_penalties: dict[int, tuple[int, ...]]
    spared_in_ties: tuple[int, ...]
    """Numbers of players with whom a tie for the most unrest costs nobody anything."""

    tiles: dict[Tile, TileRow]
    local_alliances: dict[Alliance, AllianceRow]
    values: dict[Region, tuple[int, ...]]
    """Victory points for the most control markers in a region, the second most ..."""
    source: dict[str, Source]

    def in_play(self, tile: Tile, players: int) -> int:
        """Return how many of a tile are on display with this number of players."""
        return self.tiles[tile].in_play.get(self.display.get(players, players), 0)


class LimitedVariant(Variant, frozen=True, forbid_unknown_fields=True):
    """An official variant, with the cases in which it cannot be played."""

    players: tuple[int, ...] = ()
    not_in: dict[str, str] = msgspec.field(default_factory=dict)
    not_with: dict[str, str] = msgspec.field(default_factory=dict)


class Rulebook(msgspec.Struct, frozen=True):
    """The editions, the variants, and the trees from which they are made."""

    trees: dict[str, Tree]
    editions: dict[str, Ruleset]
    variants: dict[str, LimitedVariant]

    def with_variants(self, edition: str, variants: tuple[str, ...]) -> Ruleset:
        """Return an edition with variants. Raises DataError."""
        chosen = (self.variants[key] for key in variants)
        return _ruleset(edition, varied(self.trees[edition], chosen))


def read_rulebook(files: Mapping[str, bytes], tables: Tables) -> Rulebook:
    """Read and check editions and variants. Raises DataError."""
    written = parse("editions.toml", files["editions.toml"], dict[str, Tree])
    base = _base(tables)
    trees = {name: changed(base, tree) for name, tree in written.items()}
    variants = rows_by_key(files, "variants.toml", "variant", LimitedVariant)
    editions = {name: _ruleset(name, tree) for name, tree in trees.items()}
    book = Rulebook(trees, editions, variants)
    _check(book, tables)
    return book


def _base(tables: Tables) -> Tree:
    """Return what the printed pieces say unless an edition says otherwise."""
    return {
        "tiles": {key: msgspec.to_builtins(row) for key, row in tables.tiles.items()},
        "local_alliances": {key: msgspec.to_builtins(row) for key, row in tables.alliances.items()},
        "values": {key: list(row.values) for key, row in tables.regions.items()},
    }


def _ruleset(edition: str, tree: Tree) -> Ruleset:
    return shaped("editions.toml", tree, Ruleset, edition)


def _check(book: Rulebook, tables: Tables) -> None:
    letters = sorted({marker.letter for marker in tables.markers if marker.letter})
    for name, rules in book.editions.items():
        for letter in rules.letters:
            must("editions.toml", f"{name}.letters", letter, letters)
        for key, tile in rules.tiles.items():
            most = max(tile.in_play.values(), default=0)
            if most > tile.count:
                raise DataError(
                    f"editions.toml: {name}.tiles.{key}.in_play: expected 0 to {tile.count} "
                    f"(its count); got {most}"
                )
        for tiles in rules.starting_tiles.values():
            for key in tiles:
                must("editions.toml", f"{name}.starting_tiles", key, rules.tiles)
    for key, row in book.variants.items():
        for other in row.not_with:
            must("variants.toml", f"{key}.not_with", other, book.variants)
        for edition in row.not_in:
            must("variants.toml", f"{key}.not_in", edition, book.editions)
        for edition in book.editions:
            if edition not in row.not_in:
                book.with_variants(edition, (key,))
