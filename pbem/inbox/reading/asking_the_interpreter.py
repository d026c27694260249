"""Asks an interpreter about lines that were not understood, and makes proposals from its answer.

An interpreter is a host's own language model. It is told the lines that were not understood, the
open question and how orders are written. All of that comes from what the seat itself is asked, so
nothing is revealed. Its answer is read like any order, and is only ever proposed.
"""

from engine.core.decision import Seat
from engine.core.messages import message
from engine.core.session import Session
from engine.orders.understanding.reading_types import Reading
from engine.queue.understanding import Understood
from pbem.campaign.interpreter_protocol import Interpretation, Request
from pbem.campaign.mails.outbox import Context
from pbem.reports import orderform, question_as_json

MOST_LINES = 8
"""How many lines of one mail are put to an interpreter."""
LONGEST = 300
"""How many characters of such a line."""
MOST_ORDERS = 4
"""How many orders one line may mean."""
EXAMPLES = 20
UNREAD = ("unclear", "remark")
GUESSED = message("guess.interpreter")


class WantsInterpreter(Exception):
    """Some lines of a mail were not understood: judge it again with the interpreter's answer.

    What was begun is rolled back, so that no transaction waits for the answer.
    """

    def __init__(self, request: Request) -> None:
        super().__init__("lines of a mail are put to the interpreter")
        self.request = request


def helped(ctx: Context, session: Session, seat: Seat, found: Understood) -> Understood:
    """Replace what was not understood by proposals from an interpreter's answer.

    Raises WantsInterpreter if it has to be asked first.
    """
    interpreter, given = ctx.world.interpreter, ctx.interpretation
    if given is not None:
        readings = (_proposed(found, one, given) for one in found.readings)
        return found._replace(readings=tuple(readings))
    asked = ctx.answers and interpreter and interpreter.awake(ctx.now)
    if asked and (wanted := request(session, seat, found)):
        raise WantsInterpreter(wanted)
    return found


def request(session: Session, seat: Seat, found: Understood) -> Request | None:
    """Make the request about a mail's lines; None: all were understood, or nothing is asked."""
    lines = _not_understood(found)[:MOST_LINES]
    question = session.questions.get(seat)
    if not lines or question is None:
        return None
    words, decision = session.game.words, session.decision(seat)
    return Request(
        game=session.game.title,
        seat=words.name(seat),
        question=question.kind.name.replace("_", " "),
        forms=[form for form, _ in orderform.usages(words, {})],
        examples=question_as_json.suggestions(question.kind.name, decision.menu, words, EXAMPLES),
        lines=[line[:LONGEST] for line in lines],
    )


def _not_understood(found: Understood) -> list[str]:
    """Return the lines to ask about: unclear ones, and if the mail orders nothing, remarks too."""
    ordered = any(one.sort in ("order", "proposal", "several") for one in found.readings)
    sorts = ("unclear",) if ordered else UNREAD
    return [one.text for one in found.readings if one.sort in sorts]


def _proposed(found: Understood, reading: Reading, given: Interpretation) -> Reading:
    """Turn a reading into a proposal, if each of the interpreter's lines is an order."""
    orders = [text for text in given.get(reading.text[:LONGEST], ()) if text.strip()]
    known = [found.words.line(" ".join(text.split())) for text in orders[:MOST_ORDERS]]
    if reading.sort not in UNREAD or not known or not all(line.is_order for line in known):
        return reading
    lines = tuple(line.text for line in known)
    return Reading(reading.text, "proposal", lines, guessed=(GUESSED,), apart=reading.apart)
