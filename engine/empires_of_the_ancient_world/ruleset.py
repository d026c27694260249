"""The rules with the variants in play, as numbers and named switches.

The rules are a tree in rules.toml; a variant changes some of its keys. Rules code reads the result,
and names no variant.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from engine.core.game import DataError
from engine.empires_of_the_ancient_world.schema import Die, OpeningRow, Place, Small, Tables
from engine.kit.datafile import Source, Tree, parse, rows_by_key, shaped
from engine.kit.variants import Variant, varied

ByPlayers = dict[int, int]


class Ruleset(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rules in play."""

    players: tuple[int, ...]

    placed_bases: ByPlayers
    """The bases that each player places after the one in the start province."""
    starts_in_a_half: ByPlayers
    """How many players may start in the north, and how many in the south."""
    second_bases: bool
    """Whether a base of the set-up may go where its owner already has one."""
    opening_left_out: Small
    """In a fixed opening, how many bases before the last are left out."""

    bases: int
    cubes: int
    forts: int
    row: Small
    """The number of cards in the draft row."""

    rounds: tuple[int, ...]
    """The number of rounds in each game turn."""
    scored: tuple[int, ...]
    """The game turns that end with a scoring."""
    points_below_zero: bool

    income: Small
    income_amphora: Small
    income_merchant: Small

    fort_cost: Small
    fort_cost_engineer: Small
    new_row_cost: Small
    trade_cubes: Small
    trade_merchant: Small
    """For each Merchant, the number of extra cubes, also added to the die for replacing."""
    replace_on: Die
    replaced_cubes: Literal["stock", "warehouse"]
    """Whether a replaced cube goes to its owner's stock or warehouse."""
    neutral_diplomacy_cost: Small
    neutral_diplomacy_on: Die
    diplomat_cost: Small
    diplomat_on: Die
    diplomat_extra: Small
    diplomacy_at_sea: bool
    diplomat_reach: Literal["bordering", "anywhere"]
    """Where a Diplomat may try for bases of others."""
    divided_areas: bool
    """Whether a Diplomat's base can be in an area together with another player's remaining ones."""

    cross_on: dict[Literal["mountain", "strait", "sea_lane", "sea"], Die]
    sea_lane_bonus: Small
    sea_control_bonus: Small
    """The bonus for a target next to a sea area of one's own."""
    sea_lane_control: bool
    """Whether that bonus also applies along a sea lane."""
    landing: Literal["die", "free"]
    """How to get from a sea area of one's own to its coast."""
    neutral_attack_on: Die
    plunder_neutrals: bool
    plunder: Literal["everybody", "defender"]
    """Whose cubes a won battle takes."""

    tokens: Small
    veteran_bonus: Small
    ambush_bonus: Small
    engineer_bonus: Small
    ambush_in: tuple[Place, ...]
    ambush_helps: tuple[Literal["rating", "die"], ...]
    both_hit: Literal["nothing", "ratings"]
    """What decides between two cards that have both hit."""
    unopposed: Literal["won", "nothing"]
    no_army: Literal["rout", "defeat"]
    """What happens to a side without cards against one with any."""
    losses_from: Literal["turned up", "deck"]
    fort_outside: Literal["falls", "kept"]
    """What a won battle does to a fort whose owner fought outside."""
    rout_cubes: Small
    rout_cubes_become: Literal["plunder", "stock"]

    ties: tuple[Literal["areas", "cubes"], ...]
    """What decides between equal points at the end, in this order; if everything is equal, they
    share."""

    source: dict[str, Source]


class Rulebook(msgspec.Struct, frozen=True):
    """The rules and their variants: readings that a table of players may prefer."""

    tree: Tree
    variants: dict[str, Variant]

    def with_variants(self, variants: tuple[str, ...]) -> Ruleset:
        """Return the rules with variants. Raises DataError."""
        tree = varied(self.tree, (self.variants[key] for key in variants))
        return shaped("rules.toml", tree, Ruleset, "+".join(variants))


def read_rulebook(files: Mapping[str, bytes], tables: Tables) -> Rulebook:
    """Read and check rules and variants, from files by name. Raises DataError."""
    tree = parse("rules.toml", files["rules.toml"], Tree)
    book = Rulebook(tree, rows_by_key(files, "variants.toml", "variant", Variant))
    for rules in (book.with_variants(()), *(book.with_variants((key,)) for key in book.variants)):
        _check(rules, tables)
    return book


def _check(rules: Ruleset, tables: Tables) -> None:
    for key in Ruleset.__struct_fields__:
        if key != "source" and key not in rules.source:
            raise DataError(f"rules.toml: source.{key}: expected where it comes from")
    for players in rules.players:
        for name in ("placed_bases", "starts_in_a_half"):
            if players not in getattr(rules, name):
                raise DataError(f"rules.toml: {name}: expected a number for {players} players")
        _check_room(rules, tables, players)
        openings = [row for row in tables.openings if row.players == players]
        if openings and [row.seat for row in openings] != list(range(1, players + 1)):
            raise DataError(
                f"openings.toml: {players} players: expected one for each seat in order"
            )
        for row in openings:
            _check_opening(rules, row)


def _check_room(rules: Ruleset, tables: Tables, players: int) -> None:
    """Check that everybody has a province to place each base of the set-up in."""
    halves = [row.half for row in tables.areas.values() if row.half]
    needed = players * (1 + rules.placed_bases[players])
    if len(halves) < needed:
        raise DataError(
            f"board.toml: area: expected {needed} provinces or more, for {players} players; "
            f"got {len(halves)}"
        )
    starts = rules.starts_in_a_half[players]
    if sum(min(starts, halves.count(half)) for half in ("north", "south")) < players:
        raise DataError(
            f"rules.toml: starts_in_a_half.{players}: expected room for {players} players; "
            f"got {starts} in each half"
        )


def _check_opening(rules: Ruleset, row: OpeningRow) -> None:
    expected = 1 + rules.placed_bases[row.players] + rules.opening_left_out
    if len(row.bases) != expected:
        raise DataError(
            f"openings.toml: {row.players} players, seat {row.seat}: expected {expected} bases; "
            f"got {len(row.bases)}"
        )
