"""From a report's stored row to what is sent, without the map: subject, text, HTML, order form."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Any

from msgspec.structs import replace

from engine.core.game import Game
from engine.games import GAMES
from pbem.reports import compose_mail, stored_mails
from tests.bench.timing import cpu, show
from tests.pbem.reports.playing import reports

PLAYERS = 5
EVERY = 7
"""Of the reports of a game, each to the seat that is asked: so many are measured as one in this."""
TIMES = 3
"""How often each is composed; the quickest counts, when the machine did nothing else."""


def mails(game: Game) -> list[Any]:
    """Reports of a random game, each with what has happened since the seat's last one."""
    told = reports(game, "bench", game.seat_names({})[:PLAYERS])
    sent = islice((payload for payload, _ in told), 0, None, EVERY)
    return [stored_mails.of_data(payload["kind"], payload) for payload in sent]


def quickest(work: Callable[..., object], of: Sequence[Any], game: Game) -> list[float]:
    """Milliseconds for each of them, once the language's messages are at hand."""
    for mail in of:
        work(mail, game.words)
    return [1000 * min(cpu(partial(work, mail, game.words)) for _ in range(TIMES)) for mail in of]


def main() -> None:
    """Print the figures of each game."""
    for game in GAMES.values():
        of = mails(game)
        for code, called in (("en", ""), ("de", ", in German")):
            spoken = [replace(mail, language=code) for mail in of]
            composed = quickest(compose_mail.compose, spoken, game)
            show(f"a report composed, {game.title}{called}", composed, "ms", "2")
        show("  of it the document", quickest(compose_mail.written, of, game), "ms")


if __name__ == "__main__":
    main()
