"""A seat as its new player finds it."""

from pbem.reports.composers.parts import layout
from pbem.reports.composers.parts.story import story
from pbem.reports.composers.press_and_diary import piece_title
from pbem.reports.composers.votes import open_votes
from pbem.reports.composers.words import Blocks, Composer, Composers, Words, lines, running
from pbem.reports.mail_parts import Held, PressTold
from pbem.reports.mails import HandoverMail
from pbem.reports.rendering import document as d


def handover_subject(mail: HandoverMail, say: Words) -> str:
    """Say whose seat it is now."""
    slots = {"moment": say.game.moment(), "due": layout.due(mail, say)}
    return say.subject_of_game("handover.subject", **slots)


def handover(mail: HandoverMail, say: Words) -> Blocks:
    """Tell where the seat stands, what the previous player has left, and its story."""
    yield say.lead("handover.yours")
    yield from _handover_asked(mail, say)
    yield from layout.map_place(mail, say, "mail.map", "handover.map_caption")
    yield from open_votes(mail, say)
    yield from layout.standings(say)
    yield from say.game.details()
    yield say.heading("mail.secrets")
    yield from say.game.secrets(mail.seat or "")
    yield from _left(mail.legacy, say)
    yield from _press(mail, say)
    yield say.heading("handover.orders")
    yield say.paragraph("handover.orders_told")
    yield from say.game.part("help.j2", "orders")
    if mail.question:
        yield from layout.how_to_answer(mail.question, mail, say)
    yield say.heading("handover.story")
    yield say.paragraph("handover.story_told")
    yield from story(mail.story, say)
    yield from layout.foot(mail, say)


def _handover_asked(mail: HandoverMail, say: Words) -> Blocks:
    question = mail.question
    if not question:
        yield say.paragraph("handover.not_asked", awaited=layout.awaited(mail, say))
        return
    begins = say("handover.begins", otherwise=say.game.otherwise(question))
    deadline = layout.deadline(question, say) if question.due else begins
    yield say.paragraph("handover.asked", ask=say.game.ask(question), deadline=deadline)
    yield from say.game.facts(question)


def _left(left: Held, say: Words) -> Blocks:
    """What the previous player has left."""
    yield say.heading("handover.left")
    kinds = {
        "handover.left_standing": left.standing,
        "handover.left_held": left.orders + left.behind,
        "handover.left_answer": left.answers,
    }
    said = [running(say(id, order=say.said(one))) for id, some in kinds.items() for one in some]
    yield say.paragraph("handover.void" if said else "handover.left_nothing")
    if said:
        yield d.Bullets(tuple(said))


def _press(mail: HandoverMail, say: Words) -> Blocks:
    if not mail.press:
        return
    yield say.heading("handover.press")
    yield say.paragraph("handover.press_told")
    for one in mail.press:
        yield _piece(one, mail, say)
        yield d.Quote(lines(one.text))


def _piece(one: PressTold, mail: HandoverMail, say: Words) -> d.Paragraph:
    own = one.own and one.by != mail.seat
    slots = {"press": piece_title(one, say), "at": say.briefly(one.at), "own": own}
    return say.paragraph("handover.press_piece", **slots)


COMPOSERS: Composers = {"handover": Composer(handover_subject, handover)}
