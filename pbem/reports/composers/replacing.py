"""Seats that change hands: offered, given up, or played by a stand-in while a player is away."""

from engine.core.messages import text
from pbem.reports.composers.parts import layout
from pbem.reports.composers.words import Blocks, Composer, Composers, Words, lines, running
from pbem.reports.languages.language import Worded
from pbem.reports.mail_parts import AwayIn, Dates
from pbem.reports.mails import AwayAskMail, AwayMail, ResignMail, TakeoverMail
from pbem.reports.rendering import document as d

# Offered, given up


def takeover_subject(mail: TakeoverMail, say: Words) -> str:
    """Ask whether the player takes over the seat."""
    return say.subject_of_game("takeover.subject", who=mail.who)


def takeover(mail: TakeoverMail, say: Words) -> Blocks:
    """Invite a player to take over a seat."""
    if mail.unclear:
        yield say.opening("takeover.unclear", who=mail.who)
    lead = "takeover.offered" if mail.offered else "takeover.asked"
    asked = say.paragraph if mail.unclear else say.opening
    yield asked(lead, who=mail.who, why=mail.offered)
    if mail.because:
        yield say.paragraph("notice.because", because=text(mail.because))
    yield say.heading("invitation.how")
    pace = [say("invitation.pace", pace=say.said(mail.pace[0]))] if mail.pace else []
    how = (say("takeover.report"), say("takeover.by_mail"), *pace)
    yield d.Bullets(tuple(map(running, how)))
    yield say.paragraph("takeover.name")
    yield from layout.foot(mail, say)


def resign_subject(mail: ResignMail, say: Words) -> str:
    """Say how far the resignation has come."""
    return say.subject_of_game(f"resign.subject_{mail.step}", who=mail.who)


def resign(mail: ResignMail, say: Words) -> Blocks:
    """Tell a player who resigns, or has resigned, what becomes of their seat."""
    if mail.step == "asked":
        yield say.lead("resign.asked", who=mail.who)
        if mail.last:
            yield say.paragraph("resign.last")
        else:
            yield say.bullets("resign.bot", "resign.forgotten", "resign.for_good", "resign.away")
    else:
        yield say.opening(f"resign.{mail.step}", who=mail.who)
    if mail.step == "done":
        yield say.paragraph("resign.thanks")
    yield from layout.foot(mail, say)


# Away


def away_subject(mail: AwayMail, say: Words) -> str:
    """Say what was entered."""
    state = "problem" if mail.problem else "back" if mail.back else "away"
    return say.subject_of_game(f"away.subject_{state}")


def away(mail: AwayMail, say: Words) -> Blocks:
    """Answer a player who is away, or back."""
    if mail.problem:
        yield say.lead("away.problem", problem=Worded(say.said(mail.problem)))
        yield say.paragraph("away.how")
        examples = ("away.example", "away.example_bot", "away.example_orders")
        yield d.Preformatted(lines(map(say.plain, examples)))
    elif mail.back:
        games = tuple(text(one.game) for one in mail.games)
        yield say.lead("away.back" if games else "away.not_away", games=games)
    else:
        yield say.lead("away.entered")
        if mail.games:
            yield d.Bullets(tuple(_away_in(one, say) for one in mail.games))
        yield say.paragraph("away.others")
    yield from layout.foot(mail, say)


def _away_in(one: AwayIn, say: Words) -> d.Text:
    """What one game has entered for an absence."""
    name = text(one.game)
    if one.why:
        why = "away.not_allowed" if one.why == "none" else "away.used_up"
        ended = [_replaced(each, say) for each in one.before]
        return running(say(why, name=name, total=one.total), *ended)
    times = {"begins": say.briefly(one.begins), "ends": say.briefly(one.ends)}
    flags = {"alone": one.alone, "late": one.late, "instead": one.instead}
    said = say("away.entered_in", name=name, way=one.way.replace(" ", "-"), **times)
    more = [say(f"away.{flag}") for flag, is_so in flags.items() if is_so]
    cut = say("away.cut", days=one.days) if one.cut else None
    more += [_replaced(each, say) for each in one.before]
    return running(said, *more, cut, say("away.days_left", days=one.left))


def _replaced(before: Dates, say: Words) -> Worded:
    """Say which absence a new one replaces."""
    left = say.briefly(before.left) if before.left else None
    times = {"begins": say.briefly(before.begins), "ends": say.briefly(before.ends)}
    return say("away.replaced", left=left, **times)


def away_ask_subject(_mail: AwayAskMail, say: Words) -> str:
    """Ask whether the player is away."""
    return say.subject_of_game("away_ask.subject")


def away_ask(mail: AwayAskMail, say: Words) -> Blocks:
    """Ask this when a machine has answered in a player's place."""
    yield say.lead("away_ask.lead")
    yield d.Preformatted((say.plain("away_ask.example"),))
    yield say.paragraph("away_ask.how")
    yield from layout.foot(mail, say)


COMPOSERS: Composers = {
    "takeover": Composer(takeover_subject, takeover),
    "resign": Composer(resign_subject, resign),
    "away": Composer(away_subject, away),
    "away_ask": Composer(away_ask_subject, away_ask),
}
