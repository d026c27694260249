"""Mails that ask for a yes or refuse: it is unclear who sent a mail, or what it means."""

from engine.core.messages import text
from pbem.reports.composers.parts import layout
from pbem.reports.composers.press_and_diary import texts
from pbem.reports.composers.words import Blocks, Composer, Composers, Words, lines, running
from pbem.reports.languages.language import Worded
from pbem.reports.mails import AskMail, DeniedMail, ReturnedMail, UnreadableMail, YesMail
from pbem.reports.rendering import document as d

MOST, LONGEST = 12, 200
"""How many lines of a mail are shown, and how many characters of each."""


def _end(mail: YesMail, say: Words) -> Blocks:
    if mail.question:
        yield layout.owed(mail.question, say)
    yield from layout.foot(mail, say)


# Orders without a tag, or in doubt


def ask_subject(mail: AskMail, say: Words) -> str:
    """Say what a yes does, or that it is not clear what is meant."""
    if mail.ways and not mail.favourite:
        return say.subject("ask.subject_which", count=len(mail.ways), two=len(mail.ways) == 2)
    if mail.ways:
        return say.subject("ask.subject_favourite")
    if _is_empty(mail):
        return say.subject("ask.subject_nothing")
    if mail.is_ruled_out:
        return say.subject("ask.subject_impossible")
    return say.subject("ask.subject", conflict=mail.conflict)


def ask(mail: AskMail, say: Words) -> Blocks:
    """Ask for a yes to orders that came without their tag, contradict each other, are only guessed,
    stand below a remark that puts them in doubt, or are some of several that a yes may have
    meant."""
    doubt = layout.doubtful(mail.doubts, say)
    yield say.lead(_why(mail), count=mail.several, doubt=doubt)
    yield from _ways(mail, say)
    yield from layout.order_lines(mail, say)
    yield from texts(mail.texts, say)
    if mail.ways:
        yield say.paragraph("ask.none_of_them", doubt=doubt)
    elif mail.several:
        yield say.paragraph("ask.not_yours_of_several")
    elif not mail.conflict and not mail.doubts:
        yield say.paragraph("ask.not_yours")
    yield from _end(mail, say)


def _ways(mail: AskMail, say: Words) -> Blocks:
    """The ways to understand a mail, each with the number that selects it."""
    for n, way in enumerate(mail.ways, 1):
        answer = say("ask.number", number=n)
        if mail.favourite and n == 1:
            answer = say("ask.favourite")
        yield layout.item(str(n), "; ".join(way), answer, "wait")
    if mail.ways and mail.told.lines:
        yield say.paragraph("ask.with_it")


def _why(mail: AskMail) -> str:
    """The message that asks."""
    if mail.ways:
        return "ask.which_or_yes" if mail.favourite else "ask.which"
    if mail.conflict:
        return "ask.conflict"
    if _is_empty(mail):
        return "ask.nothing"
    if mail.several:
        return "ask.several"
    if mail.is_ruled_out:
        return "ask.impossible"
    if any(map(layout.is_guess, mail.doubts)):
        return "ask.guessed"
    return "ask.doubts" if mail.doubts else "ask.untagged"


def _is_empty(mail: YesMail) -> bool:
    """Tell whether nothing was understood that a yes could apply."""
    lines = mail.told.lines
    return not (mail.conflict or mail.texts or any(line.status != "unclear" for line in lines))


# Mails that somebody else may have sent, or that answer an unknown mail


def subject(mail: YesMail, say: Words) -> str:
    """Say that nothing was applied."""
    return say.subject(f"{mail.kind}.subject")


def doubtful(mail: YesMail, say: Words) -> Blocks:
    """Ask whether a mail is really the reader's and meant that way: a yes applies it."""
    can = not (_is_empty(mail) or mail.conflict)
    yes = say(f"{mail.kind}.yes") if can else say("ask.says_two") if mail.conflict else None
    yield d.Lead(running(say.addressed(f"{mail.kind}.told"), yes))
    yield from layout.order_lines(mail, say)
    yield from texts(mail.texts, say)
    if mail.text:
        yield say.paragraph("ask.said")
        yield d.Preformatted(lines(line[:LONGEST] for line in mail.text.split("\n")[:MOST]))
    yield say.paragraph(f"{mail.kind}.{'otherwise' if can else 'again'}")
    yield from _end(mail, say)


# What cannot be done or read


def denied_subject(mail: DeniedMail, say: Words) -> str:
    """Say what was not done."""
    line = say("line.quoted", said=text(mail.denied[0].text[:40]), cut=False)
    return say.subject("denied.subject", line=line, several=len(mail.denied) > 1)


def denied(mail: DeniedMail, say: Words) -> Blocks:
    """Tell a player what they asked for and cannot have."""
    yield say.lead("denied.told", count=len(mail.denied))
    for n, one in enumerate(mail.denied, 1):
        why = layout.reason(one.reason, one.rule, say)
        yield layout.item(str(n), one.text, say("status.refused"), "bad", [("note", why)])
    if mail.host:
        yield say.paragraph("denied.host")
    yield from layout.foot(mail, say)


def unreadable(mail: UnreadableMail, say: Words) -> Blocks:
    """Tell that a mail could not be read."""
    said = text(mail.subject[:80]) if mail.subject else None
    reason: Worded = say.said(mail.reason)
    yield say.lead("unreadable.told", said=said, reason=reason)
    yield say.paragraph("unreadable.how")
    yield from layout.foot(mail, say)


def unreadable_subject(_mail: UnreadableMail, say: Words) -> str:
    """Say that the mail could not be read."""
    return say.subject_of_game("unreadable.subject")


def returned(mail: ReturnedMail, say: Words) -> Blocks:
    """Tell that mails did not get through, and how to get the last report."""
    yield say.lead("returned.told", since=say.when(mail.since))
    yield d.Preformatted(lines([mail.reason[:LONGEST]]))
    yield say.paragraph("returned.how")
    yield from layout.foot(mail, say)


def returned_subject(_mail: ReturnedMail, say: Words) -> str:
    """Say that mails did not get through."""
    return say.subject("returned.subject")


COMPOSERS: Composers = {
    "ask": Composer(ask_subject, ask),
    **dict.fromkeys(("elsewhere", "doubted", "unknown"), Composer(subject, doubtful)),
    "denied": Composer(denied_subject, denied),
    "returned": Composer(returned_subject, returned),
    "unreadable": Composer(unreadable_subject, unreadable),
}
