"""What the host, all players or the moderator have done, told to all."""

from engine.core.messages import text
from pbem.reports.composers.parts import layout
from pbem.reports.composers.parts.ballots import COUNTED, cast, result
from pbem.reports.composers.revealed_at_the_end import diaries, dice
from pbem.reports.composers.words import Blocks, Composer, Composers, Words, running
from pbem.reports.languages.language import Worded
from pbem.reports.mail_parts import Free
from pbem.reports.mails import NoticeMail
from pbem.reports.rendering import document as d

WITH_STANDINGS = ("undone", "ruled", "taken_back")
"""Acts that change where everybody stands."""


def subject(mail: NoticeMail, say: Words) -> str:
    """Say what was done."""
    over = mail.act == "cancelled" and _by_players(mail)
    return say.subject_of_game("notice.title_over" if over else f"notice.title_{mail.act}")


def notice(mail: NoticeMail, say: Words) -> Blocks:
    """Tell what was done, and what it asks or has changed."""
    yield d.Lead(running(_told(mail, say)))
    if mail.vote and mail.vote.result in COUNTED:
        yield d.Paragraph(running(cast(mail.vote.ballots, say)))
    if mail.because:
        yield say.paragraph("notice.because", because=text(mail.because))
    yield from _asked(mail, say)
    yield from layout.given_back(mail, say)
    ended = mail.act == "cancelled"
    if (mail.act in WITH_STANDINGS or (mail.vote and ended)) and mail.position.view:
        yield from layout.standings(say)
    if mail.act in ("undone", "arrived") and mail.question:
        yield from layout.how_to_answer(mail.question, mail, say)
    if ended and mail.revealed:
        yield from diaries(mail.revealed, say)
        yield from dice(mail.revealed, say)
    yield from layout.foot(mail, say)


def _by_players(mail: NoticeMail) -> bool:
    return bool(mail.source or mail.vote or mail.act == "resigned")


def _asked(mail: NoticeMail, say: Words) -> Blocks:
    if mail.question and mail.act == "late":
        yield say.paragraph("notice.asked", ask=say.game.ask(mail.question))
    elif mail.question:
        yield layout.asked(mail.question, say)
    elif mail.due and (mail.act not in _OF_SEATS or mail.who == mail.seat):
        yield say.paragraph("notice.due", due=say.when(mail.due))


def _told(mail: NoticeMail, say: Words) -> Worded:
    """What was done, in a sentence or two."""
    if _by_players(mail):
        return _voted(mail, say)
    if mail.act == "late":
        return _late(mail, say)
    mine = "_of_yours" if mail.seat and mail.who == mail.seat and mail.act in _OF_SEATS else ""
    return say.addressed(f"notice.{mail.act}{mine}", **_slots(mail, say))


_OF_SEATS = ("stand_in", "stand_in_ended")
"""Acts that have a different text for the seat that they are about."""


def _slots(mail: NoticeMail, say: Words) -> Free:
    """What the texts of acts may name."""
    return {
        "time": say.span(mail.hours * 3600) if mail.hours else None,
        "pace": say.sentences(mail.pace),
        "since": say.when(mail.since),
        "line": mail.line,
        "to": text(mail.to) if mail.to else None,
        "who": mail.who,
        "player": text(mail.name) if mail.name else None,
        "change": text(say.game.change(mail.choice)) if mail.choice else None,
        "by": mail.by,
        "is_host": mail.by == "host",
        "why": mail.why,
        "missed": mail.why == "missed",
    }


def _late(mail: NoticeMail, say: Words) -> Worded:
    if mail.question and mail.seat in mail.late:
        until, otherwise = say.when(mail.question.due), say.game.otherwise(mail.question)
        return say.addressed("notice.late_of_yours", until=until, otherwise=otherwise)
    slots = {"late": tuple(mail.late), "count": len(mail.late)}
    return say.addressed("notice.late", until=say.when(mail.until), **slots)


def _voted(mail: NoticeMail, say: Words) -> Worded:
    """The result of a vote, or that a player has resigned."""
    vote = mail.vote
    if mail.act == "resigned":
        return say.addressed("notice.resigned", who=mail.who)
    if vote is None:
        return say.addressed("notice.last_resigned")
    said = say.addressed("notice.voted", result=result(vote, say))
    if mail.act == "cancelled":
        more = say("notice.over", draw=vote.on == "draw")
    elif vote.on == "replace" and vote.result == "passed":
        more = say("notice.offered", yours=mail.seat == vote.who)
    else:
        return said
    return Worded(f"{said} {more}")


COMPOSERS: Composers = {"notice": Composer(subject, notice)}
