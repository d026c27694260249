"""The words of what players tell beside their orders."""

import msgspec


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of clauses that only tell something."""

    who: tuple[str, ...]
    self: tuple[str, ...]
    """The writer."""
    whose: tuple[str, ...]
    """Words before a noun that say whose it is."""
    links: tuple[str, ...]
    verbs: tuple[str, ...]
    past: tuple[str, ...]
    participle: str
    """A regular expression of verbs of the past, where their endings do not tell them."""
    of_self: tuple[str, ...]
    """Verbs with which writers talk about themselves."""
    contracted: tuple[str, ...]
    """Subject and verb in one word: `it's`."""
    endings: tuple[str, ...]
    limits: tuple[str, ...]
    not_now: tuple[str, ...]
    others: tuple[str, ...]
    """Patterns of phrases in which a structural word is not structural."""
    anybody: tuple[str, ...] = ()
    """Of whom no order tells: `nobody`."""
    persons: tuple[str, ...] = ()
    """Of whom orders may tell: `they`."""
    being: tuple[str, ...] = ()
    """Verbs that say what those are like."""
    coming: tuple[str, ...] = ()
    """Verbs of what they will be."""
    openings: tuple[str, ...] = ()
    """With which writers begin to talk of other things: `we will see`."""
    saying: tuple[str, ...] = ()
    """Verbs of people who say something."""
    elliptic: tuple[str, ...] = ()
    """With which clauses begin that tell something of what is ordered: `should only be ...`."""
