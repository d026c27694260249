"""A language: words without a meaning of their own, and those that give sentences a structure."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

from engine.orders.lexicon import Word, tokens


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """What a language's file says; all games share it."""

    weightless: tuple[str, ...]
    dropped: tuple[str, ...]
    yes: tuple[str, ...]
    no: tuple[str, ...]
    consent: tuple[str, ...]
    agreeing: tuple[str, ...]
    refusing: tuple[str, ...]
    negations: tuple[str, ...]
    doubts: tuple[str, ...]
    questions: tuple[str, ...]
    requests: tuple[str, ...]
    leave: tuple[str, ...]
    joints: tuple[str, ...]
    there: tuple[str, ...]
    them: tuple[str, ...]
    everything: tuple[str, ...]
    limits: tuple[str, ...]
    beyond: tuple[str, ...]
    for_good: tuple[str, ...]
    subject: tuple[str, ...]
    least: tuple[str, ...]
    most: tuple[str, ...]
    works: tuple[str, ...]
    one_of: tuple[str, ...]
    ones: tuple[str, ...]
    fails: tuple[str, ...]
    excepting: tuple[str, ...]
    swapped: tuple[str, ...]
    raising: tuple[str, ...]
    no_amount: tuple[str, ...]
    each: tuple[str, ...]
    half: tuple[str, ...]
    staying: tuple[str, ...]
    remarks: tuple[str, ...]
    later: tuple[str, ...]
    following: tuple[str, ...]
    adjuncts: tuple[str, ...]
    mine: tuple[str, ...]
    every: tuple[str, ...]
    origins: tuple[str, ...]
    subjunctive: tuple[str, ...]
    superlatives: tuple[str, ...]
    structure: tuple[str, ...]
    cancels: tuple[str, ...]
    musings: tuple[str, ...]
    again: tuple[str, ...]
    again_with: tuple[str, ...]
    multiples: dict[str, int]
    against: tuple[str, ...]
    same: tuple[str, ...]
    greeting: tuple[str, ...]
    polite: tuple[str, ...]
    ordinals: tuple[str, ...]
    numbered: tuple[str, ...]
    after_no: tuple[str, ...]
    if_words: tuple[str, ...]
    unless_words: tuple[str, ...]
    when_words: tuple[str, ...]
    else_words: tuple[str, ...]
    lasting_words: tuple[str, ...]
    never_words: tuple[str, ...]
    lead_words: tuple[str, ...]
    general: tuple[str, ...]
    using: tuple[str, ...]
    numerals: dict[str, int]
    contractions: dict[str, str]
    denials: dict[str, str]
    unasked: tuple[str, ...]
    places: dict[str, int]
    number_signs: tuple[str, ...]
    else_if_words: tuple[str, ...]
    then_words: tuple[str, ...]
    and_words: tuple[str, ...]
    or_words: tuple[str, ...]
    not_words: tuple[str, ...]
    possible_words: tuple[str, ...]
    end_words: tuple[str, ...]
    stop_words: tuple[str, ...]
    default_words: tuple[str, ...]
    forget_words: tuple[str, ...]
    standing_words: tuple[str, ...]
    all_of_words: tuple[str, ...]
    once_words: tuple[str, ...]
    open_end_words: tuple[str, ...]
    until_words: tuple[str, ...]
    exact_words: tuple[str, ...]
    plain: tuple[dict[str, str], ...]
    denied: dict[str, str]
    compared: dict[Literal["at_least", "at_most", "more", "less"], tuple[str, ...]]
    meant: dict[str, str] = {}
    you: tuple[str, ...] = ()

    def words(self, key: str) -> frozenset[Word]:
        """The words of one of its lists."""
        return frozenset(word for text in getattr(self, key) for word in tokens(text))

    def phrases(self, key: str) -> tuple[tuple[Word, ...], ...]:
        """The phrases of one of its lists, the longest first."""
        said = {tuple(tokens(text)) for text in getattr(self, key)}
        return tuple(sorted(said, key=lambda words: (-len(words), words)))


@lru_cache(maxsize=16)
def language(name: str) -> Language:
    """The language of a file in `languages/`, such as `en`. Raises ValueError with file, key and
    what was expected."""
    file = _folder().joinpath(f"{name}.toml")
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Language)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{name}.toml: {error}") from None


def languages() -> list[Language]:
    """All languages that there are files of."""
    files = (file.name for file in _folder().iterdir() if file.name.endswith(".toml"))
    return [language(name.removesuffix(".toml")) for name in sorted(files)]


def _folder() -> Traversable:
    return resources.files("engine.orders").joinpath("languages")
