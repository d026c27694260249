"""The options of a new game: their values, their effects, and what is refused."""

from collections.abc import Mapping
from typing import Any

from engine.core.messages import text
from engine.kit.options import Options, number, refuse, seats, variants, words
from engine.struggle_of_empires.data import Data
from engine.struggle_of_empires.ruleset import LimitedVariant


def seat_names(data: Data, _options: Mapping[str, Any]) -> list[str]:
    """Return the powers a player can choose from."""
    return list(data.powers)


def _players(data: Data, chosen: Mapping[str, Any]) -> list[int]:
    editions = [chosen["edition"]] if chosen else data.editions
    return [players for edition in editions for players in data.editions[edition].players]


def _limits(data: Data, row: LimitedVariant) -> list[str]:
    """Tell where a variant cannot be played; `_judge` gives the reason if somebody asks for it."""
    said = [f"for {row.players[0]} to {row.players[-1]} players"] if row.players else []
    said += [f"not in the {edition} edition" for edition in row.not_in]
    clashing = [other for other in data.variants.values() if row.key in other.not_with]
    return said + [f"not with {key}" for key in (*row.not_with, *(other.key for other in clashing))]


def _judge(data: Data, chosen: Mapping[str, Any]) -> None:
    for key in chosen["variants"]:
        _check_variant(data, key, chosen)


def _check_variant(data: Data, key: str, chosen: Mapping[str, Any]) -> None:
    variant, edition, players = data.variants[key], chosen["edition"], number(chosen["seats"])
    if edition in variant.not_in:
        reason = text(variant.not_in[edition])
        slots = {"variant": text(key), "edition": text(edition), "reason": reason}
        refuse("refusal.variant_not_in_edition", **slots)
    if variant.players and players not in variant.players:
        numbers = tuple(variant.players)
        refuse(
            "refusal.variant_not_for_players", variant=text(key), numbers=numbers, players=players
        )
    for other in chosen["variants"]:
        if other in variant.not_with:
            slots = {"variant": text(key), "other": text(other)}
            refuse("refusal.variants_clash", reason=text(variant.not_with[other]), **slots)


OPTIONS = Options(
    words(
        "edition",
        "whose rules are played",
        {
            "deluxe": "the Deluxe edition of 2020",
            "original": "the original edition of 2004",
        },
        among=lambda data: data.editions,
    ),
    seats(5, seat_names, _players),
    words(
        "calls",
        "how allies are called to an attack",
        {
            "together": "all who might join in an attack are asked at once",
            "in order": "first the attacker's allies, then the defender's: takes longer",
        },
    ),
    variants("changes of the rules", _limits),
    judge=_judge,
)

options, option_list = OPTIONS.complete, OPTIONS.listed


def unplayed(data: Data, edition: str, seats: list[str]) -> list[str]:
    """Return the powers that nobody plays and whose units are on the map, in the list's order."""
    if data.editions[edition].unplayed == "none":
        return []
    return [power for power in data.powers if power not in seats]
