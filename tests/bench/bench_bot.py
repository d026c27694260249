"""What a decision of the game's own bot takes, in games of five that bots play."""

from collections import defaultdict
from functools import partial

from engine.core.bots import Stream, advised_choice
from engine.core.decision import Choice
from engine.core.dice import Dice, Seed
from engine.core.game import Game
from engine.core.session import Session
from tests.bench.timing import cpu, line, show

PLAYERS, CAMPAIGNS = 5, 4


def decided(game: Game, name: str, times: dict[str, list[float]]) -> None:
    """A game to its end; milliseconds of each decision, by its kind, the best of three: what is
    slow once only is the machine's."""
    seats = list(Stream(name).shuffled(game.seat_names({})))[:PLAYERS]
    dice = Dice(Seed(name.encode().ljust(32)))
    session = Session.start(game, dice, game.options({"seats": seats}))
    while waiting := session.waiting():
        seat, kind = waiting[0], session.questions[waiting[0]].kind.name
        answer = partial(_answer, session, seat, f"{name} {len(session.record)}")
        times[kind].append(1000 * min(cpu(answer) for _ in range(3)))
        session.submit(seat, answer(), "bot")


def _answer(session: Session, seat: str, chance: str) -> Choice:
    return advised_choice(session, seat, Stream(chance))


def main(game: Game) -> None:
    """Print the figures over some games."""
    times: dict[str, list[float]] = defaultdict(list)
    for number in range(CAMPAIGNS):
        decided(game, f"bot {number}", times)
    everywhere = [taken for kind in times.values() for taken in kind]
    show(f"a decision of the bot, of {len(everywhere):,}", everywhere, "ms", "20", digits=2)
    line("  at worst", max(everywhere), "ms", "20", digits=2)
    for kind, taken in sorted(times.items()):
        show(f"  {kind}, of {len(taken):,}", taken, "ms", digits=2)
