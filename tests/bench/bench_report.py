"""From a report's stored row to what is sent, without the map: subject, text, HTML, order form."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from engine.core.game import Game
from engine.games import GAMES
from pbem.reports import composing, stored_mails
from tests.bench.timing import cpu, show
from tests.pbem.reports.playing import reports

PLAYERS = 5
EVERY = 7
"""Of the answers of a game: before each of these, the report to its seat."""
TIMES = 3
"""How often each is composed; the quickest counts, when the machine did nothing else."""


def mails(game: Game) -> list[Any]:
    """The reports of a random game."""
    told = reports(game, "bench", game.seat_names({})[:PLAYERS], every=EVERY)
    return [stored_mails.of_data(payload["kind"], payload) for payload, _ in told]


def quickest(work: Callable[..., object], of: Sequence[Any], game: Game) -> list[float]:
    """Milliseconds for each of them, once the language's messages are at hand."""
    for mail in of:
        work(mail, game.words)
    return [1000 * min(cpu(partial(work, mail, game.words)) for _ in range(TIMES)) for mail in of]


def main() -> None:
    """Print the figures of each game."""
    for game in GAMES.values():
        of = mails(game)
        show(f"a report composed, {game.title}", quickest(composing.compose, of, game), "ms", "2")
        show("  of it the document", quickest(composing.written, of, game), "ms")


if __name__ == "__main__":
    main()
