"""Variants: changes of the rules that a table of players may choose, listed in variants.toml.

The rules are a tree in one of the game's data files; a variant changes some of its keys.
"""

from collections.abc import Iterable

import msgspec

from engine.kit.datafile import Tree, changed


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of the rules: its name, a line to describe it, and the keys it changes."""

    key: str
    name: str
    line: str
    changes: Tree


def varied(tree: Tree, variants: Iterable[Variant]) -> Tree:
    """Apply variants to a tree of rules, in this order."""
    for variant in variants:
        tree = changed(tree, variant.changes)
    return tree


def told(variant: Variant) -> dict[str, str]:
    """Return a variant as JSON, for help and crib sheet."""
    return {"key": variant.key, "name": variant.name, "line": variant.line}
