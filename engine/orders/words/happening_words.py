"""A language's words for what may happen, checked when its file is read."""

import msgspec


class EventWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words for something that happens between players: `attacks`, `attacked`."""

    acts: tuple[str, ...]
    """The verbs and nouns for it."""
    done: tuple[str, ...]
    """The participles for it."""
    beside: tuple[str, ...] = ()
    """Further words that belong to it if they stand beside it."""


class HappeningWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words that people use for what may happen, to whom and by whom."""

    i: tuple[str, ...]
    me: tuple[str, ...]
    mine: tuple[str, ...]
    anybody: tuple[str, ...]
    passive: tuple[str, ...]
    """Verbs that, with a participle, say that their subject suffers it."""
    by: tuple[str, ...]
    of: tuple[str, ...]
    """Words before who acts, `an attack of Spain`, or who suffers, `holdings of Spain`, beside a
    noun."""
    on: tuple[str, ...]
    against: tuple[str, ...]
    beside: tuple[str, ...]
    """Words that may stand beside anything that happens."""
    never_beside: tuple[str, ...]
    """Words that carry meaning there nevertheless, such as `once`."""
    verbs_first: tuple[str, ...]
    """Verbs that open a clause about what may happen: `should Red attack`."""
    copulas: tuple[str, ...]
    any: tuple[str, ...]
    """Words for "every" that mean "one" after a denial."""
    met: tuple[str, ...]
    met_by: tuple[str, ...]
    """Words between what happens and the answer to it: `is always met by`."""
    within: tuple[str, ...]
    """Words before what happens in the middle of a sentence: `in each siege`."""
    events: dict[str, EventWords]
