"""What a vote is about, who has voted how, and what came of it."""

from collections.abc import Mapping

from pbem.reports.composers.words import Words
from pbem.reports.languages.language import Worded
from pbem.reports.mail_parts import Vote

COUNTED = ("passed", "failed", "expired")
"""Results for which a mail tells who has voted how."""


def proposal(vote: Vote, say: Words) -> Worded:
    """Say what is proposed: `that all open deadlines are extended by 2 days`."""
    return say("vote.proposal", on=vote.on, time=say.span(vote.hours * 3600), who=vote.who)


def cast(ballots: Mapping[str, bool], say: Words) -> Worded:
    """Say who has voted how."""
    yes = tuple(who for who, ballot in ballots.items() if ballot)
    return say("vote.cast", yes=yes, no=tuple(who for who in ballots if who not in yes))


def result(vote: Vote, say: Words) -> Worded:
    """Say what came of a vote, without the full stop."""
    return say(f"vote.{vote.result}", proposal=proposal(vote, say))
