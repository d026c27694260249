"""The words with which a language tells what may happen, checked when its file is read."""

import msgspec


class EventWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of something that happens between players: `attacks`, `attacked`."""

    acts: tuple[str, ...]
    """Its verbs and nouns."""
    done: tuple[str, ...]
    """Its participles."""
    beside: tuple[str, ...] = ()
    """Words beside it that belong to it."""


class HappeningWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words with which people tell what may happen, to whom and by whom."""

    i: tuple[str, ...]
    me: tuple[str, ...]
    mine: tuple[str, ...]
    anybody: tuple[str, ...]
    passive: tuple[str, ...]
    """Verbs beside a participle that make what stands before them suffer it."""
    by: tuple[str, ...]
    of: tuple[str, ...]
    """Who acts in a noun, `an attack of Spain`, and who suffers, `holdings of Spain`."""
    on: tuple[str, ...]
    against: tuple[str, ...]
    beside: tuple[str, ...]
    """Words that may stand beside anything that happens."""
    never_beside: tuple[str, ...]
    """Words that do carry meaning there, such as `once`."""
    verbs_first: tuple[str, ...]
    """Verbs that open what may happen: `should Red attack`."""
    copulas: tuple[str, ...]
    any: tuple[str, ...]
    """Words for every one that mean one behind a denial."""
    met: tuple[str, ...]
    met_by: tuple[str, ...]
    """Words between what happens and what it is answered with: `is always met by`."""
    within: tuple[str, ...]
    """Words before what happens in the middle of a sentence: `in each siege`."""
    events: dict[str, EventWords]
