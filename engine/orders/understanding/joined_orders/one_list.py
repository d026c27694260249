"""Answers that give a list in parts, as one answer: `more taxes in France, and in Austria, too`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.core.decision import Choice
from engine.orders.understanding.reading_types import Meaning


def in_one_list(
    meanings: Sequence[Meaning], kind: str, say: Callable[[str, Choice], str]
) -> list[Meaning]:
    """Return the meanings, with answers to a kind of question joined if they differ only in one
    list of names. `say`: how a choice is printed."""
    found: list[Meaning] = []
    for meaning in meanings:
        whole = _whole(found[-1], meaning) if found and kind else None
        if whole and found[-1].kind == meaning.kind == kind:
            guessed = (*found[-1].guessed, *meaning.guessed)
            lines = (say(kind, whole),)
            found[-1] = replace(found[-1], choice=whole, lines=lines, guessed=guessed)
        else:
            found.append(meaning)
    return found


def _whole(one: Meaning, other: Meaning) -> Choice | None:
    """The choice with the names of both; None if they differ in something else."""
    if one.several or other.several or one.form is not other.form or len(one.lines) != 1:
        return None
    pairs = list(zip(one.choice, other.choice, strict=False))
    apart = [n for n, (a, b) in enumerate(pairs) if a != b]
    if len(one.choice) != len(other.choice) or len(apart) != 1:
        return None
    lists = pairs[apart[0]]
    if not all(isinstance(each, tuple) and all(map(_is_single, each)) for each in lists):
        return None
    names = tuple(dict.fromkeys(name for each in lists for name in each))
    return (*one.choice[: apart[0]], names, *one.choice[apart[0] + 1 :])


def _is_single(value: object) -> bool:
    """Whether a part of a list is a name or a number: `2 and 1`."""
    return isinstance(value, str | int)
