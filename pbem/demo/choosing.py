"""What a player orders: on a bot's advice or by chance, in the game's own words."""

from itertools import islice

from engine.core.bots import Stream, advised_choice, thrifty_choice
from engine.core.decision import Choice, Decision, Seat
from engine.core.dice import NeedsDice
from engine.core.session import Session
from engine.queue.steps_to_choices import ordered

MOST_STEPS = 12
TRIED = 8
"""Values of an argument that are tried, to find one that the rules refuse."""


def orders(
    session: Session,
    seat: Seat,
    stream: Stream,
    most: int,
    *,
    weary: bool = False,
    whim: bool = False,
) -> list[str]:
    """Choose at most so many lines: an answer to what the seat is asked, and what it would do then.

    It looks ahead as any player could: without dice, and as far as nobody else is asked. Who is
    `weary` of the question lets the default do; on a `whim` he takes what chance gives.
    """
    ahead = session.dry_run()
    lines: list[str] = []
    verb = ""
    for step in range(MOST_STEPS):
        kind, decision = ahead.questions[seat].kind, ahead.decision(seat)
        if weary and step == 0:
            choice = decision.default
        elif whim:
            choice = thrifty_choice(decision, stream)
        else:
            choice = advised_choice(ahead, seat, stream)
        if not (follows := kind.covers(verb)):
            if len(lines) == most:
                break
            lines.append(ordered(ahead, seat, choice))
            verb = str(choice[0])
        elif choice != decision.default or kind.parts:
            lines[-1] += f", {ordered(ahead, seat, choice)}"
        try:
            ahead.submit(seat, choice)
        except NeedsDice:
            break
        if seat not in ahead.waiting() or (follows and len(lines) == most):
            break
    return lines


def unasked(session: Session, seat: Seat, stream: Stream) -> list[str]:
    """Choose what it does without being asked: what it offers others, what it accepts."""
    game = session.game
    choices = game.negotiate(session.view(seat), session.anytime_menu(seat), stream)
    return [game.words.say_anytime(choice) for choice in choices]


def forbidden(session: Session, seat: Seat, stream: Stream) -> list[str]:
    """Choose an order that the rules refuse, as a player gives who has not read them; or none."""
    kind, decision = session.questions[seat].kind, session.decision(seat)
    choice = _refused(decision, thrifty_choice(decision, stream), stream)
    return [session.game.words.say(kind.name, choice)] if choice else []


def _refused(decision: Decision, choice: Choice, stream: Stream) -> Choice | None:
    """The choice with one word of it changed so that it is refused."""
    menu = decision.menu
    for place in stream.shuffled(range(1, len(choice))):
        if isinstance(choice[place], str):
            domain = menu[choice[0]].domain(*choice[1:place])
            for value in islice(stream.shuffled(domain), TRIED):
                changed = (*choice[:place], value, *choice[place + 1 :])
                if menu.judge(changed) is not None:
                    return changed
    return None
