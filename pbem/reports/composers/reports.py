"""How a game goes: the first report, one for each step, and the last."""

from collections.abc import Sequence

from pbem.reports.composers.parts import layout
from pbem.reports.composers.parts.host_acts_told import rewritten
from pbem.reports.composers.parts.story import story
from pbem.reports.composers.revealed_at_the_end import diaries, dice
from pbem.reports.composers.votes import open_votes
from pbem.reports.composers.words import (
    Blocks,
    Composer,
    Composers,
    Words,
    free,
    lines,
    running,
)
from pbem.reports.mail_parts import Seated
from pbem.reports.mails import FinalMail, ReportMail, StartedMail
from pbem.reports.rendering import document as d

# The report


def report_subject(mail: ReportMail, say: Words) -> str:
    """Say what is asked and where the game stands."""
    topic = say.game.topic(mail.question) if mail.question else say("report.what_happened")
    asks = topic.endswith("?")
    moment, due = say.game.moment(), layout.due(mail, say)
    return say.subject("report.subject", topic=topic, asks=asks, moment=moment, due=due)


BRIEF = 240
"""How many letters a story may have without a heading and a summary: about three lines."""


def report(mail: ReportMail, say: Words) -> Blocks:
    """Tell what is asked, what has changed, with the map, and what happened; also where everybody
    stands when the reader's turn begins, and the whole position when a round has ended."""
    whole = _whole(mail, say)
    untold = say.game.untold(mail.events, mail.question)
    told = list(story(untold, say, brief=not mail.whole))
    if not whole and not _begins(mail, say) and _is_brief(told):
        yield from _small_step(mail, told, say)
    else:
        yield from _step(mail, whole, told, say)
    more = "" if not mail.seat else "report.help" if whole else "report.whole"
    yield from layout.foot(mail, say, more)


def _is_brief(told: Sequence[d.Block]) -> bool:
    """Whether the story is only a few short sentences."""
    said = [d.words(block.text) for block in told if isinstance(block, d.Paragraph)]
    return len(said) == len(told) and sum(map(len, said)) <= BRIEF


def _small_step(mail: ReportMail, told: Sequence[d.Block], say: Words) -> Blocks:
    """Tell what is asked, what happened in a few words, and how to answer."""
    yield from _report_lead(mail, say)
    yield from _short_answers(mail, say)
    yield from layout.given_back(mail, say)
    yield from open_votes(mail, say)
    yield from _map(mail, say, missed=not mail.seat)
    yield from told
    yield from layout.held_if_any(mail, say)
    yield from _order_block(mail, say)


def _step(mail: ReportMail, whole: bool, told: Sequence[d.Block], say: Words) -> Blocks:
    """Tell a longer story, under headings, after a summary of what has changed for the reader."""
    yield from _report_lead(mail, say)
    yield from _short_answers(mail, say)
    yield from layout.in_brief(mail, say)
    yield from layout.given_back(mail, say)
    yield from open_votes(mail, say)
    yield from _map(mail, say, missed=not mail.seat or whole or _begins(mail, say))
    if told:
        yield say.heading("mail.happened")
        yield from told
    yield from _position(mail, say, whole)
    yield from _order_block(mail, say)


def _short_answers(mail: ReportMail, say: Words) -> Blocks:
    """Tell how to answer if a sentence is enough: below what is asked and above the map, which
    fills the screen of a phone."""
    if mail.question and layout.in_a_sentence(mail.question):
        yield from layout.answers(mail.question, mail, say)
        yield from _soon(mail, say)


def _order_block(mail: ReportMail, say: Words) -> Blocks:
    """Tell how to answer, at the end, if that takes more than a sentence."""
    if mail.question and not layout.in_a_sentence(mail.question):
        yield from layout.order_block(mail.question, mail, say)
        yield from _soon(mail, say)


def _map(mail: ReportMail, say: Words, *, missed: bool) -> Blocks:
    """Place the map; say that there is none if it would be `missed`."""
    place = layout.map_place if missed or mail.map_missing else layout.map_if_any
    return place(mail, say, *layout.map_words(mail))


def _whole(mail: ReportMail, say: Words) -> bool:
    """Whether to tell the whole position: as a round ends (but not with a question within a turn,
    or one that needs only a part of it), after a change by other means than play, as the turn of a
    reader without a map begins, or if the mail says so."""
    begins = say.game.turn_begins(mail.question) and not say.game.at_hand(mail.question)
    ended = say.game.round_ended(mail.events) and (begins or not mail.question)
    unseen = _begins(mail, say) and not mail.map
    return mail.whole or rewritten(mail.events) or ended or unseen


def _begins(mail: ReportMail, say: Words) -> bool:
    """Whether the reader's turn begins: later questions in the same turn do not repeat the
    standings."""
    return say.game.turn_begins(mail.question) and say.game.has_begun(mail.events)


def _position(mail: ReportMail, say: Words, whole: bool) -> Blocks:
    if not whole and not _begins(mail, say):
        yield from layout.held_if_any(mail, say)
        return
    yield from layout.standings(say)
    yield from say.game.details() if whole else say.game.at_hand(mail.question)
    yield from layout.secrets(mail, say)


def _report_lead(mail: ReportMail, say: Words) -> Blocks:
    awaited = layout.awaited(mail, say)
    if mail.question:
        yield say.lead("report.asked", **layout.asked_and_due(mail.question, say))
        if mail.held and mail.held.given_back:
            yield say.paragraph("report.no_longer", why=say.said(mail.held.given_back))
        yield from say.game.facts(mail.question)
    elif mail.stood_in:
        yield say.lead("report.stood_in", by=mail.stood_in.replace(" ", "-"), awaited=awaited)
    elif mail.seat:
        yield say.lead("report.not_asked", awaited=awaited)
        yield from _soon(mail, say)
    elif awaited:
        yield d.Lead(running(awaited))


def _soon(mail: ReportMail, say: Words) -> Blocks:
    """Tell a seat that orders can be sent before they are asked for."""
    if mail.invited:
        yield say.paragraph("report.soon", asked=mail.question is not None)


# The first report


def started_subject(mail: StartedMail, say: Words) -> str:
    """Say that the game begins."""
    return say.subject("started.subject", due=layout.due(mail, say))


def started(mail: StartedMail, say: Words) -> Blocks:
    """Tell what is asked, who plays which seat, and what the dice will be made from."""
    if mail.question:
        yield say.lead("started.asked", **layout.asked_and_due(mail.question, say))
        yield from say.game.facts(mail.question)
    else:
        yield say.lead("started.not_asked", awaited=layout.awaited(mail, say))
    if mail.invited:
        yield layout.soon(mail, say)
    yield from layout.map_place(mail, say, "mail.map")
    yield from _table_of_seats(mail, say)
    yield from layout.happened(mail, say)
    yield from layout.standings(say)
    yield from say.game.details()
    yield from layout.secrets(mail, say)
    yield from _dice_to_come(mail, say)
    if mail.question:
        yield from layout.how_to_answer(mail.question, mail, say)
    block = mail.question is not None and not layout.in_a_sentence(mail.question)
    yield say.paragraph("block.more", block=block)
    yield from layout.foot(mail, say)


def _table_of_seats(mail: StartedMail, say: Words) -> Blocks:
    yield say.heading("started.table")
    rows = tuple(_seated(one, mail, say) for one in mail.seating)
    yield d.Table("ll", say.row("started.seats", "started.players"), rows)


def _seated(one: Seated, mail: StartedMail, say: Words) -> tuple[d.Text, ...]:
    seat = say("started.seat", who=one.seat, yours=mail.seat == one.seat)
    if one.bot or not one.name:
        return running(seat), running(say("started.bot" if one.bot else "started.player"))
    return running(seat), free(one.name)


def _dice_to_come(mail: StartedMail, say: Words) -> Blocks:
    yield say.heading("started.dice")
    yield say.paragraph("started.dice_made")
    yield d.Preformatted(lines([mail.commitment]))
    given = [{"who": who, "words": say.said(said)} for who, said in mail.words.items() if said]
    if given:
        yield d.Bullets(tuple(map(running, say.each("started.words", given))))
    else:
        yield say.inset("started.no_words")


# The end


def final_subject(_mail: FinalMail, say: Words) -> str:
    """Say who has won."""
    return say.subject_of_game("final.subject", title=say.game.final_title())


def final(mail: FinalMail, say: Words) -> Blocks:
    """Tell the result and the standings; reveal the diaries, and what the dice were made from."""
    yield d.Lead(running(say.game.verdict()))
    yield from say.game.result()
    yield from layout.map_place(mail, say, "final.map")
    yield from layout.happened(mail, say)
    yield say.heading("final.ended")
    yield from say.game.standings()
    yield from say.game.details()
    yield from diaries(mail.revealed, say)
    yield from dice(mail.revealed, say)
    yield say.paragraph("final.thanks")
    yield from layout.foot(mail, say)


COMPOSERS: Composers = {
    "report": Composer(report_subject, report),
    "started": Composer(started_subject, started),
    "final": Composer(final_subject, final),
}
