"""Players who come and go before the game begins: invited, welcomed, or told why not."""

from engine.core.messages import text
from pbem.reports.composers.parts import layout
from pbem.reports.composers.words import Blocks, Composer, Composers, Words, lines, running
from pbem.reports.languages.language import Language, Worded, texts_of
from pbem.reports.mail_parts import Free
from pbem.reports.mails import (
    ConfirmMail,
    InvitationMail,
    JoinedMail,
    LeftMail,
    RefusedMail,
    StrangerMail,
)
from pbem.reports.rendering import document as d

# Invited


def invitation_subject(_mail: InvitationMail, say: Words) -> str:
    """Say what the reader is invited to."""
    return say.subject_of_game("invitation.subject")


def invitation(mail: InvitationMail, say: Words) -> Blocks:
    """Tell about an invitation: how the game is played, and what the dice are made from."""
    yield say.opening("invitation.lead", places=mail.places, example=mail.seats[0])
    if mail.because:
        yield d.Paragraph(running(say.said(mail.because)))
    if mail.host:
        yield say.paragraph("invitation.host", host=text(mail.host))
    yield say.heading("invitation.how")
    yield d.Bullets(tuple(map(running, _how(mail, say))))
    if mail.leads:
        led = (say("invitation.led", seat=seat, powers=tuple(p)) for seat, p in mail.leads.items())
        yield say.paragraph("invitation.leads", led=tuple(led))
    yield say.paragraph("invitation.free", free=tuple(mail.seats))
    yield d.Preformatted((say.plain("invitation.name"), say.plain("invitation.words")))
    yield say.heading("invitation.dice")
    yield say.paragraph("invitation.dice_told")
    yield d.Preformatted(lines([mail.commitment]))
    if mail.new_dice:
        yield say.paragraph("invitation.new_dice")
    yield say.paragraph("invitation.keep")
    yield from layout.foot(mail, say)


def _how(mail: InvitationMail, say: Words) -> list[str]:
    """How a game is played by mail, how long it may take, and on what terms."""
    pace = [say("invitation.pace", pace=say.said(mail.pace[0]))] if mail.pace else []
    more = [f"{say.said(line)}." for line in (*mail.pace[1:], *mail.terms)]
    first = (say("invitation.by_mail"), say("invitation.at_once"))
    return [*first, *pace, *more, say("invitation.turns")]


# A wish to join


def confirm_subject(mail: ConfirmMail, say: Words) -> str:
    """Ask for a yes."""
    return say.subject_of_game("confirm.subject", wanted=mail.wanted)


def confirm(mail: ConfirmMail, say: Words) -> Blocks:
    """Ask for a yes to a wish to join, at the address that the wish came from."""
    yield say.opening("confirm.lead", wanted=mail.wanted)
    if mail.taken:
        yield say.inset("confirm.taken", taken=tuple(mail.taken), count=len(mail.taken))
    if not mail.wanted and mail.free:
        yield say.inset("confirm.free", free=tuple(mail.free), example=mail.free[0])
    if mail.name:
        yield say.inset("confirm.name", name=text(mail.name))
    if mail.words:
        yield say.inset("joined.words", words=text(mail.words))
    if mail.settings:
        yield say.inset("confirm.settings", said=text(", ".join(mail.settings)))
    if mail.written not in ("", mail.language):
        said = Language(texts_of(mail.written)).words("confirm.language", {})
        yield d.Inset(running(Worded(said)))
    yield say.paragraph("confirm.more")
    yield say.paragraph("confirm.not_you")
    yield from layout.foot(mail, say)


def joined_subject(mail: JoinedMail, say: Words) -> str:
    """Say that the player has joined, and as whom."""
    return say.subject_of_game("joined.subject", wanted=mail.seat or mail.wanted)


def joined(mail: JoinedMail, say: Words) -> Blocks:
    """Welcome a player."""
    yield say.lead("joined.lead", wanted=mail.wanted if not mail.seat else None)
    seats = say("joined.seats", free=mail.free) if mail.free else None
    yield say.paragraph("joined.free" if seats else "joined.full", seats=seats)
    if mail.name:
        yield say.inset("joined.name", name=text(mail.name))
    if mail.words:
        yield say.inset("joined.words", words=text(mail.words))
    for row in mail.settings:
        yield say.inset("joined.setting", what=say.said(row.what), now=say.said(row.now))
    for one in mail.problems:
        yield say.inset("joined.problem", said=text(one.text), reason=say.said(one.reason))
    punctual = mail.punctual
    if punctual and punctual.percent is not None:
        yield say.inset("joined.punctual", **punctual.shown())
    if mail.commitment:
        yield say.paragraph("joined.commitment")
        yield d.Preformatted(lines([mail.commitment]))
    yield say.paragraph("joined.until")
    yield from layout.foot(mail, say)


# What is impossible, and what is given back


def refused_subject(mail: RefusedMail, say: Words) -> str:
    """Say what is impossible."""
    wanted = mail.wanted if mail.why in ("taken", "gone") else None
    return say.subject_of_game(f"refused.subject_{mail.why}", wanted=wanted)


def refused(mail: RefusedMail, say: Words) -> Blocks:
    """Tell why a wish to join, to leave or to wait is refused; or that it is granted."""
    yield say.opening(f"refused.{mail.why}", **_refused_slots(mail))
    yield from layout.foot(mail, say)


def _refused_slots(mail: RefusedMail) -> Free:
    wanted = mail.wanted if mail.why in ("taken", "gone") else text(mail.wanted)
    punctual = mail.punctual
    return {
        "wanted": wanted if mail.wanted else None,
        "free": tuple(mail.free),
        "example": mail.free[0] if mail.free else None,
        "begun": mail.begun,
        "asked": mail.asked,
        "least": mail.least,
        **({**punctual.shown(), "all": punctual.asked} if punctual else {}),
    }


# A stranger


def stranger_subject(_mail: StrangerMail, say: Words) -> str:
    """Say that this answers somebody at an unknown address."""
    return say.plain("stranger.subject")


def stranger(mail: StrangerMail, say: Words) -> Blocks:
    """Tell a stranger what this address is, how to join and who can be asked."""
    yield say.opening("stranger.lead")
    yield say.paragraph("stranger.join" if mail.open else "stranger.none_open")
    if mail.host:
        yield say.paragraph("stranger.host", host=text(mail.host))
    if mail.site:
        yield say.paragraph("stranger.site", site=text(mail.site))
    yield say.paragraph("stranger.help")
    yield from layout.foot(mail, say)


def left_subject(mail: LeftMail, say: Words) -> str:
    """Say that the seat is given up, or thank the reader for the answer."""
    return say.subject_of_game("left.subject", invitation=mail.invitation)


def left(mail: LeftMail, say: Words) -> Blocks:
    """Tell that a seat was given back, or that an offer or an invitation was declined."""
    if mail.declined:
        yield say.opening("left.declined", who=mail.declined)
    else:
        yield say.opening("left.invitation" if mail.invitation else "left.seat")
    yield from layout.foot(mail, say)


COMPOSERS: Composers = {
    "invitation": Composer(invitation_subject, invitation),
    "confirm": Composer(confirm_subject, confirm),
    "joined": Composer(joined_subject, joined),
    "refused": Composer(refused_subject, refused),
    "stranger": Composer(stranger_subject, stranger),
    "left": Composer(left_subject, left),
}
