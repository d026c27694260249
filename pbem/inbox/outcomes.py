"""What came of a mail, as codes for the log. They hold nothing that a mail says."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

What = Literal[
    # why a mail is not looked at
    "automatic",  # and the sign of it
    "bounce",  # and the number of our mail
    "complaint",  # that it is junk; and the number of our mail
    "delayed",  # and the number of our mail
    "duplicate",
    "judged",  # by another process
    "opened",  # and the number of our mail, if it is known
    "our_own",
    "soft_bounce",  # and the number of our mail
    "strange_report",  # of no mail of ours; and what it reports
    # who sent it
    "bad_tag",
    "doubted",  # a right tag, from an address that is not proven; and why
    "elsewhere",  # a right tag, from another address
    "stranger",
    "unknown",  # a right tag, in an answer to a mail that is not known
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
    "enough",  # nothing, since enough was answered to its address
    "help",
    "history",
    "host",  # and what became of the host's commands
    "host_asked",
    "invitation",  # and what came of the answer to it
    "join_asked",
    "join_explained",
    "join_refused",
    "joined",
    "left",
    "orders",  # and what became of them
    "orders_listed",
    "orders_repeated",  # the same as those that are kept; and what became of them
    "over_by_resigning",
    "proposed",
    "preferences_changed",
    "preferences_refused",
    "preferences_shown",
    "press",  # and what became of each text
    "press_asked",
    "previewed",
    "resign_asked",
    "resign_told",
    "resigned",
    "resent",
    "sealed",
    "status",
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
    """What was done with a mail, or with a part of it, or why nothing was."""

    what: What
    about: str = ""
    """A game's name, a seat's key, other codes."""

    def __str__(self) -> str:
        """It as the log has it."""
        return f"{self.what}({self.about})" if self.about else self.what


ENOUGH = Outcome("enough")
"""Nothing was done, since enough was answered to its address of late."""


def listed(done: Iterable[object]) -> str:
    """Several outcomes or states as one text, each once."""
    return ", ".join(dict.fromkeys(map(str, done)))
