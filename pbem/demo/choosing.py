"""Chooses what a player orders: on a bot's advice or at random, in the game's own words."""

from collections.abc import Iterator
from itertools import islice

from engine.core.bots import Stream, advised_choice, thrifty_choice
from engine.core.decision import Choice, Decision, Seat
from engine.core.dice import NeedsDice
from engine.core.session import Session
from engine.queue.steps_to_choices import ordered
from engine.queue.understanding import understand

MOST_STEPS = 12
TRIED = 8
"""How many values of an argument are tried to find one that the rules refuse."""


def orders(
    session: Session,
    seat: Seat,
    stream: Stream,
    most: int,
    *,
    weary: bool = False,
    whim: bool = False,
) -> list[str]:
    """Choose at most this many lines: an answer to the seat's question, and what it would do next.

    It looks ahead as any player could: until dice are needed or somebody else is asked. A `weary`
    player takes the default as the answer; on a `whim`, choices are random.
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
    """Choose what the seat does unasked: what it offers others, and which offers it accepts."""
    game = session.game
    choices = game.negotiate(session.view(seat), session.anytime_menu(seat), stream)
    return [game.words.say_anytime(choice) for choice in choices]


def forbidden(session: Session, seat: Seat, stream: Stream) -> list[str]:
    """Choose an order that the rules refuse, as from a player who has not read them; empty if none
    is found."""
    words, kind = session.game.words, session.questions[seat].kind.name
    decision = session.decision(seat)
    for choice in _refused(decision, thrifty_choice(decision, stream), stream):
        line = words.say(kind, choice)
        if all(part.sort == "order" for part in understand(session, seat, [line]).readings):
            return [line]
    return []


def _refused(decision: Decision, choice: Choice, stream: Stream) -> Iterator[Choice]:
    """Change one word of a choice so that it is refused."""
    menu = decision.menu
    for place in stream.shuffled(range(1, len(choice))):
        if isinstance(choice[place], str):
            domain = menu[choice[0]].domain(*choice[1:place])
            for value in islice(stream.shuffled(domain), TRIED):
                changed = (*choice[:place], value, *choice[place + 1 :])
                if menu.judge(changed) is not None:
                    yield changed
