"""How a game stands, and what happened earlier."""

from engine.core.messages import text
from pbem.reports.composers.parts import layout
from pbem.reports.composers.parts.story import story
from pbem.reports.composers.votes import open_votes
from pbem.reports.composers.words import NOTHING, Blocks, Composer, Composers, Words, running
from pbem.reports.languages.language import Worded, capital
from pbem.reports.mail_parts import Delivered, SeatTold, Story, WindowTold
from pbem.reports.mails import HistoryMail, StatusMail
from pbem.reports.rendering import document as d

ASKED_MOST = 60
"""How many characters are shown of a line that asked for a mail."""


# How it stands


def _unanswered(mail: StatusMail) -> bool:
    """Whether something is asked and the mail had no answer to it."""
    return mail.unused is not None and mail.question is not None


def status_subject(mail: StatusMail, say: Words) -> str:
    """Say how the game stands, or that the mail had no answer."""
    if _unanswered(mail):
        return say.subject("status_mail.subject_no_answer")
    if mail.declined:
        return say.subject_of_game(f"status_mail.subject_declined_{mail.declined}")
    return say.subject_of_game("status_mail.subject", state=say(f"state.{mail.state}"))


def status(mail: StatusMail, say: Words) -> Blocks:
    """Tell how a game stands: who plays, who the moderator waits for, what is asked of the
    reader."""
    yield from _stands(mail, say)
    if mail.asked:
        yield say.inset("status_mail.asked", said=text(mail.asked[:ASKED_MOST]))
    if mail.said:
        yield d.Paragraph(running(say.said(mail.said)))
    if mail.question and not _unanswered(mail):
        yield layout.owed(mail.question, say)
        if awaited := layout.awaited(mail, say):
            yield d.Paragraph(running(awaited))
        yield from layout.how_to_answer(mail.question, mail, say)
    if mail.delivered:
        yield _delivered(mail.delivered, say)
    yield from open_votes(mail, say)
    if mail.seats:
        rows = tuple(_seat(one, mail, say) for one in mail.seats)
        heads = ("seat", "player", "in_time")
        yield d.Table("lll", say.row(*(f"status_mail.head_{head}" for head in heads)), rows)
    if mail.position.view:
        yield from layout.standings(say)
    yield from layout.foot(mail, say)


def _stands(mail: StatusMail, say: Words) -> Blocks:
    state, awaited = say(f"state.{mail.state}"), layout.awaited(mail, say)
    if mail.declined:
        yield say.lead(f"status_mail.declined_{mail.declined}")
        yield say.paragraph(
            "status_mail.stands", state=state, awaited=NOTHING if mail.question else awaited
        )
        return
    if mail.unused is None:
        told = say.behind_seat(
            "status_mail.stands", state=state, awaited=NOTHING if mail.question else awaited
        )
        yield d.Lead(running(told))
        return
    unused = layout.quoted(mail.unused, say) if mail.unused else None
    yield say.lead("status_mail.unused" if unused else "status_mail.nothing_found", unused=unused)
    if mail.question:
        yield layout.owed(mail.question, say)
        yield from layout.how_to_answer(mail.question, mail, say)
        yield say.heading("status_mail.heading")
    yield say.paragraph("status_mail.stands", state=state, awaited=awaited)


def _delivered(one: Delivered, say: Words) -> d.Inset:
    """What became of the last report."""
    if one.taken or one.state == "failed":
        how = "taken" if one.taken else "failed"
    else:
        how = "tried" if one.tries else "new"
    times = {"written": say.briefly(one.written), "taken": say.briefly(one.taken)}
    slots = {"kind": one.kind, "how": how, "tries": one.tries, **times}
    return say.inset("status_mail.delivered", **slots)


def _seat(one: SeatTold, mail: StatusMail, say: Words) -> tuple[d.Text, ...]:
    player = {
        "bot": one.bot,
        "person": text(one.person) if one.person else None,
        "by_bot": one.stand_in == "bot",
        "by_orders": one.stand_in == "standing orders",
        "away": say.briefly(one.away),
    }
    yours, punctual = mail.seat is not None and one.seat == mail.seat, one.punctual
    in_time = "-"
    if punctual and punctual.percent is not None:
        count = {"late": punctual.late, "missed": punctual.missed}
        in_time = say("status_mail.in_time", percent=punctual.percent, **count)
    return (
        running(say("status_mail.seat", who=one.seat, yours=yours)),
        running(say("status_mail.player", who=one.seat, **player)),
        running(in_time),
    )


# What happened earlier


def history_subject(mail: HistoryMail, say: Words) -> str:
    """Say which windows the mail tells about."""
    if mail.problem:
        return say.subject("history.subject_problem")
    if not mail.windows:
        return say.subject("history.subject")
    first, last = _title(mail.windows[0], say), mail.windows[-1]
    several = last.window if len(mail.windows) > 1 else None
    return say.subject("history.subject_told", first=first, last=several)


def history(mail: HistoryMail, say: Words) -> Blocks:
    """Tell what has happened: the windows so far, or the story of some."""
    if mail.problem:
        yield say.lead("history.problem", problem=say.said(mail.problem))
    elif mail.listed is not None:
        yield from _listed(mail, mail.listed, say)
    else:
        yield say.lead("history.told")
        for window in mail.windows:
            yield from _story(window, say)
        if mail.left:
            first, last = mail.left[0], mail.left[1]
            yield say.inset("history.left", first=first, last=last if last != first else None)
    yield from layout.foot(mail, say)


def _listed(mail: HistoryMail, listed: list[WindowTold], say: Words) -> Blocks:
    yield d.Lead(running(say.behind_seat("history.listed", count=mail.all)))
    if mail.all > len(listed):
        yield say.paragraph("history.newest", count=len(listed))
    head = say.row("history.head_window", "history.head_opened", "")
    yield d.Table("rll", head, tuple(_window(window, say) for window in listed))


def _window(window: WindowTold, say: Words) -> tuple[d.Text, ...]:
    said = (say(f"history.{state}", who=who) for who, state in window.asked.items())
    return running(str(window.window)), running(say.briefly(window.at)), running(", ".join(said))


def _title(window: Story, say: Words) -> Worded:
    if window.title:
        return Worded(capital(say.said(window.title)))
    return say("history.window", number=window.window)


def _story(window: Story, say: Words) -> Blocks:
    yield d.Heading(d.words(running(_title(window, say))), d.words(running(say.briefly(window.at))))
    if window.events:
        yield from story(window.events, say)
    else:
        yield say.paragraph("history.nothing")
    if window.more:
        yield say.inset("history.more", count=window.more)
    if window.taken_back:
        yield say.inset("history.taken_back")


COMPOSERS: Composers = {
    "status": Composer(status_subject, status),
    "history": Composer(history_subject, history),
}
