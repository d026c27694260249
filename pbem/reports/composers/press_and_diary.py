"""What people write: to each other, and to themselves."""

from collections.abc import Sequence

from engine.core.messages import message, text
from pbem.reports.composers.parts import layout
from pbem.reports.composers.words import Blocks, Composer, Composers, Words, lines, running
from pbem.reports.languages.language import Worded
from pbem.reports.mail_parts import DiaryTold, PressTold, SpokenTold, TextTold, Whom
from pbem.reports.mails import DiaryMail, PressMail, PressReceiptMail, UnsentMail
from pbem.reports.rendering import document as d

# Parts


def whom(one: Whom, say: Words) -> Worded:
    """Name the addressees of press."""
    hidden = (message("talk.author"),) if one.hidden else ()
    return say("talk.whom", open=one.open, people=(*one.to, *hidden))


def piece_title(one: PressTold, say: Words) -> Worded:
    """Say who has written press, and to whom: `Press from the host to all`."""
    return say("talk.title", by=one.by, whom=whom(one, say))


def quote(said: Sequence[str]) -> Blocks:
    """Quote what a person has written."""
    if said:
        yield d.Quote(lines(said))


def texts(told: Sequence[TextTold], say: Words) -> Blocks:
    """Show the texts that a "yes" would send to others, or keep."""
    for one in told:
        yield say.inset("talk.would_send", title=text(one.title))
        yield from quote(one.text)


def entries(told: Sequence[DiaryTold], say: Words) -> Blocks:
    """Show entries of diaries."""
    for one in told:
        moment = text(one.moment) if one.moment else None
        slots = {"who": one.seat, "moment": moment, "opened": one.window, "at": say.briefly(one.at)}
        yield say.paragraph("diary.entry", **slots)
        yield from quote(one.text)


def spoken(told: Sequence[SpokenTold], say: Words) -> Blocks:
    """Show what became of texts for others, or for the diary."""
    return (_spoken(one, say) for one in told)


TONES = {"refused": "bad", "kept": "good", "embargoed": "wait", "sent": "good"}
"""How a text with this result is shown."""


def _spoken(one: SpokenTold, say: Words) -> d.Item:
    notes = []
    if one.status == "refused":
        notes.append(running(say.said(one.reason)))
    elif one.status != "kept":
        slots = {"whom": whom(one, say), "way": one.way, "bears": one.bears}
        notes.append(running(say("spoken.way", embargoed=one.status == "embargoed", **slots)))
    if one.unread:
        unread = tuple(one.unread)
        notes.append(running(say("spoken.unread", unread=unread, count=len(unread))))
    status = say(f"spoken.{one.status}")
    title = say("spoken.title", title=text(one.title), lines=one.lines or None)
    return layout.item("-", title, status, TONES[one.status], (("note", n) for n in notes))


# Press


def press_subject(mail: PressMail, say: Words) -> str:
    """Say who has written it, and to whom."""
    return say.subject_of_game("press.subject", title=piece_title(mail.press, say))


def press(mail: PressMail, say: Words) -> Blocks:
    """Pass on what somebody writes to a player, to the host, or to all who follow the game."""
    one = mail.press
    yield say.lead("press.lead", by=one.by, whom=whom(one, say), answer=mail.is_answer)
    yield from quote(one.text)
    if mail.tag:
        alone = len(one.to) + one.hidden == 1 and not one.open
        yield say.paragraph("press.answer", by=one.by, alone=alone)
    if mail.may_be_forged and one.by != "host":
        yield say.paragraph("press.may_be_forged")
    yield say.foot("press.foot")


def receipt_subject(mail: PressReceiptMail, say: Words) -> str:
    """Say what became of the text."""
    found = {one.status for one in mail.spoken}
    sent = [one for one in mail.spoken if one.status == "sent"]
    for status in ("refused", "embargoed"):
        if status in found:
            return say.subject(f"press_receipt.subject_{status}")
    if len(sent) == 1:
        return say.subject("press_receipt.subject_sent", whom=whom(sent[0], say))
    return say.subject(f"press_receipt.subject_{'others' if sent else 'kept'}")


def receipt(mail: PressReceiptMail, say: Words) -> Blocks:
    """Tell what became of press and diary entries, if no orders came with them."""
    if mail.released:
        yield say.lead("press_receipt.released")
    elif all(one.status == "refused" for one in mail.spoken):
        yield say.lead("press_receipt.nothing")
    else:
        yield say.lead("press_receipt.told")
    yield from spoken(mail.spoken, say)
    yield from layout.foot(mail, say)


def unsent_subject(_mail: UnsentMail, say: Words) -> str:
    """Say that the answer was not sent."""
    return say.subject("unsent.subject")


def unsent(mail: UnsentMail, say: Words) -> Blocks:
    """Ask whether to pass on an answer to press that does not say who is to get it."""
    yield say.lead("unsent.told", by=mail.by)
    yield from quote(mail.text)
    ways = ("unsent.reply", *(["unsent.reply_all"] if mail.others else []), "unsent.orders")
    yield say.bullets(*ways, by=mail.by)
    yield from layout.foot(mail, say)


# The diary


def diary_subject(_mail: DiaryMail, say: Words) -> str:
    """Say that this is the diary."""
    return say.subject("diary.subject")


def diary(mail: DiaryMail, say: Words) -> Blocks:
    """Show a player their diary."""
    yield say.lead("diary.told" if mail.entries else "diary.empty")
    yield from entries(mail.entries, say)
    yield from layout.foot(mail, say)


COMPOSERS: Composers = {
    "press": Composer(press_subject, press),
    "press_receipt": Composer(receipt_subject, receipt),
    "unsent": Composer(unsent_subject, unsent),
    "diary": Composer(diary_subject, diary),
}
