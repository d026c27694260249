"""What a step of an order means for an open question, and whether a whole order is legal."""

from collections.abc import Sequence

from engine.core.decision import Choice, Kind, Menu, Question, Refusal, Seat, refuse
from engine.core.dice import NeedsDice
from engine.core.messages import message, text
from engine.core.session import Session
from engine.orders.vocabulary import Line, Step, Vocabulary


def resolved(session: Session, seat: Seat, kind: str, choice: Choice) -> Choice | Refusal:
    """Return what a choice means for the open question, if that is legal, or why it is not."""
    return meant_in(session.game.words, kind, choice, session.decision(seat).menu)


def meant_in(words: Vocabulary, kind: str, choice: Choice, menu: Menu) -> Choice | Refusal:
    """Return what a choice means in a menu, if that is legal, or why it is not."""
    meant = words.resolve(kind, choice, menu)
    if isinstance(meant, Refusal):
        return meant
    if menu and meant[0] not in menu:
        return not_here(words, kind, meant, menu)
    return menu.judge(meant) or meant


def not_here(words: Vocabulary, kind: str, choice: Choice, menu: Menu, asked: str = "") -> Refusal:
    """Refuse an answer that does not fit the question, and list those that do. `asked`: the kind of
    the question, if the answer is one to another kind."""
    verbs = tuple(menu.options()) or tuple(menu)
    possible = tuple(text(words.how(asked or kind, verb)) for verb in verbs)
    said = text(words.said_anyhow(kind, choice))
    return refuse("refusal.no_answer_here", said=said, possible=possible)


def meant_by(session: Session, seat: Seat, step: Step, question: Question) -> Choice | Refusal:
    """Return the one legal choice that a step can be, or why none or several are possible."""
    kind = question.kind.name
    found = [resolved(session, seat, kind, choice) for choice in step.choices(kind)]
    legal = dict.fromkeys(each for each in found if not isinstance(each, Refusal))
    if len(legal) > 1:
        ways = tuple(text(session.game.words.say(kind, choice)) for choice in legal)
        return refuse("refusal.which_is_meant", ways=ways)
    return next(iter(legal), found[0])


def spelled_out(session: Session, seat: Seat, order: Line) -> Line | Refusal:
    """Return an order with `all` replaced by what it means in the current position."""
    words = session.game.words
    if not any(step.every for step in order.steps):
        return order

    def every(step: Step) -> Sequence[Choice] | Refusal:
        parts = next(kind.parts for kind in _kinds(session, step) if kind.parts)
        found = parts.every(session.table, seat, step.candidates[0][1])
        most = parts.most(session.table, seat)
        if isinstance(found, Refusal) or len(found) <= most:
            return found
        few = text(", ".join(words.counted(step, found[:most])))
        slots = {"count": len(found), "units": message(parts.called, count=len(found))}
        return refuse("refusal.too_many_parts", **slots, most=most, example=few)

    said = words.spelled_out(order.text, every)
    return said if isinstance(said, Refusal) else words.order(said)


def steps_now(session: Session, seat: Seat, order: Line) -> Sequence[Step]:
    """Return an order's steps; if it has `all`, the steps that this means now, if any."""
    spelled = spelled_out(session, seat, order)
    return (order if isinstance(spelled, Refusal) else spelled).steps


def ordered(session: Session, seat: Seat, choice: Choice) -> str:
    """Word a legal choice as an order that agrees to its toll, if it has to."""
    words, facts = session.game.words, session.decision(seat).facts
    said = words.say(session.questions[seat].kind.name, choice)
    toll = session.game.toll(session.table, seat, choice, facts)
    return words.agreeing(said, toll.amount) if toll and toll.asks else said


def near(session: Session, seat: Seat, step: Step, question: Question) -> list[str]:
    """Return the legal orders nearest to a step."""
    menu, kind = session.decision(seat).menu, question.kind.name
    choices = step.choices(kind)
    return session.game.words.nearest(kind, choices[0], menu) if choices else []


def why_not_whole(
    session: Session, seat: Seat, choice: Choice, parts: Sequence[Step]
) -> Refusal | None:
    """Say what is wrong with an order that begins with a choice and goes on with these parts;
    anything that depends on dice is allowed."""
    if not parts or not parts[0].bound or parts[0].rest:
        return None
    for part in parts:
        if refusal := lacking(session, seat, part):
            return refusal
    if refusal := _why_not_together(session, seat, choice, parts):
        return refusal
    ahead = session.dry_run(seat)
    try:
        ahead.submit(seat, choice)
        for part in parts:
            if refusal := _try(ahead, seat, part):
                return refusal
    except NeedsDice:
        return None
    return None


def why_not_apart(session: Session, seat: Seat, part: Line, question: Question) -> Refusal | None:
    """Say what is wrong with a further part of an action, if it is legal now neither as such a part
    nor as an action of its own."""
    ahead = session.dry_run(seat)
    try:
        ahead.submit(seat, session.decision(seat).default)
    except NeedsDice:
        return None
    spelled = spelled_out(ahead, seat, part)
    if isinstance(spelled, Refusal):
        return spelled
    step = spelled.steps[0]
    for kind in _kinds(session, step):
        if kind.role == "action":
            menu = kind.make(ahead.table, seat).menu
            for choice in step.choices(kind.name):
                meant = session.game.words.resolve(kind.name, choice, menu)
                if not isinstance(meant, Refusal) and menu.judge(meant) is None:
                    return None
    meant = meant_by(session, seat, step, question)
    return meant if isinstance(meant, Refusal) else None


def lacking(session: Session, seat: Seat, part: Step) -> Refusal | None:
    """Say what the seat lacks if it will not be asked what a part answers because of that."""
    for name, choice in part.candidates:
        why = session.game.kinds[name].lacking
        if why and (refusal := why(session.table, seat, choice)):
            return refusal
    return None


def _why_not_together(
    session: Session, seat: Seat, choice: Choice, parts: Sequence[Step]
) -> Refusal | None:
    """Say what is wrong with an order as a whole, though each part may be legal by itself."""
    for kind in _kinds(session, parts[0]):
        if kind.whole and kind.covers(choice[0]):
            further = [said for part in parts for said in part.choices(kind.name)[:1]]
            if refusal := kind.whole(session.table, seat, (choice, *further)):
                return refusal
    return None


def _kinds(session: Session, part: Step) -> list[Kind]:
    return [session.game.kinds[name] for name, _ in part.candidates]


def _try(ahead: Session, seat: Seat, part: Step) -> Refusal | None:
    question = ahead.questions.get(seat)
    if question is not None and part.choices(question.kind.name):
        meant = meant_by(ahead, seat, part, question)
        if isinstance(meant, Refusal):
            return meant
        ahead.submit(seat, meant)
        return None
    if any(kind.lacking for kind in _kinds(ahead, part)):
        return None
    said = text(ahead.game.words.say(*part.candidates[0]))
    return _why_not_alone(ahead, seat, part) or refuse("refusal.one_part_too_many", said=said)


def _why_not_alone(ahead: Session, seat: Seat, part: Step) -> Refusal | None:
    """Say why the rules refuse, as an order of its own, a part that is not asked for."""
    if seat not in ahead.questions:
        return None
    kind, menu = ahead.questions[seat].kind.name, ahead.decision(seat).menu
    for _, choice in part.candidates:
        if choice[0] in menu:
            meant = resolved(ahead, seat, kind, choice)
            return meant if isinstance(meant, Refusal) else None
    return None
