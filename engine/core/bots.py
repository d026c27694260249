"""Bots: functions that answer any decision."""

from collections.abc import Callable

from engine.core.chance import Stream, random_choice, thrifty_choice
from engine.core.decision import Choice, Decision, Seat
from engine.core.session import Session

__all__ = [
    "Bot",
    "Stream",
    "advised_choice",
    "play",
    "random_bot",
    "random_choice",
    "random_policy",
    "thrifty_choice",
]

Bot = Callable[[Session, Seat], Choice]


def advised_choice(session: Session, seat: Seat, stream: Stream) -> Choice:
    """Ask the game's own bot for an answer; it is shown only what the seat may see."""
    kind = session.questions[seat].kind
    return session.game.advise(session.view(seat), kind.name, session.decision(seat), stream)


def random_bot(stream: Stream) -> Bot:
    """Make a bot that answers every decision at random."""
    return lambda session, seat: random_choice(session.decision(seat), stream)


def random_policy(stream: Stream) -> Callable[[Seat, Decision], tuple[Choice, str]]:
    """Make a policy that answers at random where nobody's mail is waited for."""
    return lambda _seat, decision: (random_choice(decision, stream), "bot")


def play(session: Session, bot: Bot, *, most: int = 100_000) -> int:
    """Play until the game is over and return the number of answers.

    Raises RuntimeError after `most` answers.
    """
    for answered in range(most):
        waiting = session.waiting()
        if not waiting:
            return answered
        session.submit(waiting[0], bot(session, waiting[0]), "bot")
    raise RuntimeError(f"no end after {most} answers")
