"""What came of a mail, as codes for the log; they contain nothing of the mail's text."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

What = Literal[
    # why a mail is not looked at
    "automatic",  # and why it counts as automatic
    "bounce",  # and the number of our mail
    "complaint",  # reported as junk; and the number of our mail
    "delayed",  # and the number of our mail
    "duplicate",
    "judged",  # by another process
    "opened",  # and the number of our mail, if it is known
    "our_own",
    "soft_bounce",  # and the number of our mail
    "strange_report",  # about no mail of ours; and what it reports
    # who sent it
    "bad_tag",
    "doubted",  # a right tag from an unproven address; and why
    "elsewhere",  # a right tag, from another address
    "forwarded",  # the same, where that address passes on a mail
    "stranger",
    "unknown",  # a right tag, answering an unknown mail
    "unknown_game",
    "unreadable",  # and why
    # what was done with it
    "away",
    "away_asked",
    "away_unclear",
    "back",
    "choice_asked",
    "declined",
    "denied",
    "diary_shown",
    "forum_word",
    "enough",  # nothing, since its address was answered often enough
    "help",
    "history",
    "host",  # and what became of the host's commands
    "host_asked",
    "invitation",  # and what came of its answer
    "join_asked",
    "join_explained",
    "join_refused",
    "joined",
    "left",
    "no_seat",  # in the game that the mail is about
    "not_confirmed",  # what a yes would have done
    "orders",  # and what became of them
    "orders_listed",
    "orders_repeated",  # the same as those stored; and what became of them
    "over_by_resigning",
    "proposed",
    "preferences_changed",
    "preferences_refused",
    "preferences_shown",
    "press",  # and what became of each text
    "press_asked",
    "previewed",
    "replaced_told",  # of a seat that somebody else plays now
    "resign_asked",
    "resign_told",
    "resigned",
    "resent",
    "sealed",
    "status",
    "stranger_told",
    "stood_in_no_more",
    "subscribe_asked",
    "subscribe_refused",
    "subscribed",
    "tags_renewed",
    "takeover_asked",
    "took_over",
    "undone",
    "unsealed",
    "unsubscribe_asked",
    "unsubscribed",
    "vote",
    "voted",
    "waits",
    "which_game_asked",
    "withdrew",
    "yes_asked",
    "zone",
]


class Outcome(NamedTuple):
    """What was done with a mail, or a part of it, or why nothing was."""

    what: What
    about: str = ""
    """A game's name, a seat's key, other codes."""

    def __str__(self) -> str:
        """Write it as the log does."""
        return f"{self.what}({self.about})" if self.about else self.what


ENOUGH = Outcome("enough")
"""Nothing was done, because its address has been answered often enough lately."""


def listed(done: Iterable[object]) -> str:
    """Join several outcomes or states into one text, each once."""
    return ", ".join(dict.fromkeys(map(str, done)))
