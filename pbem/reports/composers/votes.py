"""What players vote on."""

from engine.core.messages import text
from pbem.reports.composers.parts import layout
from pbem.reports.composers.parts.ballots import cast, proposal
from pbem.reports.composers.words import Blocks, Composer, Composers, Words, running
from pbem.reports.mail_parts import OpenVote
from pbem.reports.mails import PlayMail, VoteMail
from pbem.reports.rendering import document as d


def open_votes(mail: PlayMail, say: Words) -> Blocks:
    """Tell about the open votes."""
    return (d.Inset(_open(vote, mail, say)) for vote in mail.position.votes)


def _open(vote: OpenVote, mail: PlayMail, say: Words) -> d.Text:
    proposed = {"number": vote.vote, "by": vote.seat, "proposal": proposal(vote, say)}
    said = say("vote.open", **proposed, due=say.when(vote.due))
    yours = None
    if vote.yours is not None:
        yours = say("vote.yours", yes=vote.yours)
    elif vote.on != "replace" or vote.who != mail.seat:
        yours = say("vote.not_yours", number=vote.vote)
    return running(said, cast(vote.ballots, say) if vote.ballots else None, yours)


def subject(mail: VoteMail, say: Words) -> str:
    """Say what is asked."""
    return say.subject(f"vote.subject_{_way(mail)}")


def vote(mail: VoteMail, say: Words) -> Blocks:
    """Ask for votes on a proposal; tell those who have voted how their vote stands."""
    way, proposed = _way(mail), mail.proposal
    found = next((one for one in mail.position.votes if one.vote == proposed.vote), None)
    slots = {"by": proposed.seat, "proposal": proposal(proposed, say)}
    own = proposed.on != "extend"
    yield say.lead(f"vote.lead_{way}", yes=bool(found and found.yours), votes=own, **slots)
    if mail.because:
        yield say.paragraph("notice.because", because=text(mail.because))
    if mail.step == "opened":
        yield say.paragraph("vote.everybody" if mail.everybody else "vote.most", on=proposed.on)
    if found:
        ballots = cast(found.ballots, say) if found.ballots else None
        yield d.Paragraph(running(say("vote.until", due=say.when(found.due)), ballots))
    yield from layout.foot(mail, say)


def _way(mail: VoteMail) -> str:
    """Which of its texts this mail uses."""
    if mail.step == "cast":
        return "cast"
    if mail.proposal.seat == mail.seat:
        return "mine"
    return "asked" if mail.asked else "told"


COMPOSERS: Composers = {"vote": Composer(subject, vote)}
