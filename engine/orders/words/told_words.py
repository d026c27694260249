"""The words of what players report beside their orders."""

import msgspec


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of clauses that only report something."""

    who: tuple[str, ...]
    self: tuple[str, ...]
    """The writer."""
    whose: tuple[str, ...]
    """Words before a noun that say whose it is."""
    links: tuple[str, ...]
    verbs: tuple[str, ...]
    past: tuple[str, ...]
    participle: str
    """A regular expression for verbs of the past that their endings alone do not show."""
    of_self: tuple[str, ...]
    """Verbs that writers use about themselves."""
    contracted: tuple[str, ...]
    """Subject and verb in one word: `it's`."""
    endings: tuple[str, ...]
    limits: tuple[str, ...]
    not_now: tuple[str, ...]
    others: tuple[str, ...]
    """Patterns of phrases in which a structural word is not structural."""
    anybody: tuple[str, ...] = ()
    """Subjects that no order has: `nobody`."""
    persons: tuple[str, ...] = ()
    """Subjects that an order may have, too: `they`."""
    being: tuple[str, ...] = ()
    """Verbs for what such subjects are like."""
    coming: tuple[str, ...] = ()
    """Verbs for what they will be."""
    openings: tuple[str, ...] = ()
    """Phrases that begin talk about other things: `we will see`."""
    weather: tuple[str, ...] = ()
    """Words for what it is like somewhere: `cold`."""
    impersonal: tuple[str, ...] = ()
    """Subjects of such a sentence: `it`."""
    gone: tuple[str, ...] = ()
    """Words for what can no longer be had: `already gone`."""
    asides: tuple[str, ...] = ()
    """Phrases of writers about what they see or think: `I see`."""
    saying: tuple[str, ...] = ()
    """Verbs for people who say something."""
    elliptic: tuple[str, ...] = ()
    """Beginnings of clauses that only comment on what is ordered: `should only be ...`."""
