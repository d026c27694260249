"""Variants: changes of a game's rules that a table may choose, as variants.toml lists them.

The rules are a tree in a file of the game's data; a variant is a change of some of its keys.
"""

from collections.abc import Iterable

import msgspec

from engine.kit.datafile import Tree, changed


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of the rules: what it is called, what is said of it, what it changes."""

    key: str
    name: str
    line: str
    changes: Tree


def varied(tree: Tree, variants: Iterable[Variant]) -> Tree:
    """A tree of rules with variants, in this order."""
    for variant in variants:
        tree = changed(tree, variant.changes)
    return tree


def told(variant: Variant) -> dict[str, str]:
    """A variant as JSON: what help and crib sheet say of it."""
    return {"key": variant.key, "name": variant.name, "line": variant.line}
