"""All games in short: whose answers are awaited until when, seats taken, and how the mails stand.

A few statements, however many games there are, over rows: neither tables nor rules are loaded.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from itertools import starmap
from typing import Any, NamedTuple

from pbem.campaign import deadline_arithmetic
from pbem.settings import pacing
from pbem.store.plain_reading import Rows, moment

Told = dict[str, Any]
Names = Callable[[str, str], Callable[[str], str]]
"""For a kind of game, and the hash of the data that one is played with: what it calls a seat."""
MAILS = {
    "to send": ("outgoing", "state", "waiting"),
    "not delivered": ("outgoing", "state", "failed"),
    "to judge": ("inbound_mail", "status", "new"),
    "set aside": ("inbound_mail", "status", "aside"),
}
"""What is counted of mails: the table, a column, and what stands there."""


class _Game(NamedTuple):
    id: int
    name: str
    kind: str
    data_hash: str
    status: str
    stopped: str | datetime | None
    options: str
    windows: int
    pace: str

    @property
    def running(self) -> bool:
        return self.status == "running" and self.stopped is None


class _Window(NamedTuple):
    game_id: int
    seat: str
    question: str
    number: int
    accepted: str | datetime | None
    due: str | datetime | None
    late: bool
    reminded: int


_GAMES = f"SELECT {', '.join(_Game._fields)} FROM game ORDER BY id"
_WAITED_FOR = (
    f"SELECT {', '.join(_Window._fields)} FROM \"window\" WHERE state = 'open'"
    " ORDER BY game_id, number, id"
)
_TAKEN = "SELECT game_id, count(id) FROM seat GROUP BY game_id"
_UNREACHED = (
    "SELECT DISTINCT game_id FROM seat WHERE address IN"
    " (SELECT recipient FROM outgoing WHERE state = 'failed')"
)
_VOTING = "SELECT DISTINCT game_id FROM vote WHERE state = 'open'"


def of_games(rows: Rows, names: Names) -> list[Told]:
    """Describe all games in short; `troubled` are those of which more is to be told: a vote is
    open, or no mail may reach a player."""
    waiting = defaultdict[int, list[_Window]](list)
    for window in starmap(_Window, rows(_WAITED_FOR)):
        waiting[window.game_id].append(window)
    seats = dict[int, int](rows(_TAKEN))
    troubled = {game for (game,) in (*rows(_UNREACHED), *rows(_VOTING))}
    named = cache(names)
    games = []
    for game in starmap(_Game, rows(_GAMES)):
        asked = waiting.get(game.id, ())
        called = named(game.kind, game.data_hash) if asked else str
        until = _deadlines(game, asked)
        games.append({
            "id": game.id,
            "name": game.name,
            "game": game.kind,
            "status": "stopped" if game.stopped else game.status,
            "places": places(game.options),
            "taken": seats.get(game.id, 0),
            "awaited": [_awaited(called, window, until.get(window.seat)) for window in asked],
            "windows": game.windows,
            "troubled": game.id in troubled,
        })  # fmt: skip
    return games


def places(options: str) -> int:
    """Tell how many seats a game with these options has."""
    wanted: int | list[str] = json.loads(options)["seats"]
    return wanted if isinstance(wanted, int) else len(wanted)


def _deadlines(game: _Game, asked: Sequence[_Window]) -> dict[str, datetime]:
    """Until when each seat's answer counts that time runs for."""
    if not game.running:
        return {}
    found = {}
    for window in asked:
        due = moment(window.due)
        if window.accepted is None or due is None:
            continue
        late = bool(window.late)
        found[window.seat] = (
            deadline_arithmetic.default_at(pacing.restored(game.pace), due) if late else due
        )
    return found


def _awaited(called: Callable[[str], str], window: _Window, due: datetime | None) -> Told:
    since = moment(window.accepted)
    return {
        "shown": called(window.seat),
        "question": window.question,
        "since": since.isoformat() if since else None,
        "due": due.isoformat() if due else None,
        "late": bool(window.late),
        "reminded": window.reminded,
    }


def of_mails(rows: Rows) -> dict[str, int]:
    """Count how many mails wait, and how many need a person."""
    return {
        what: rows(f"SELECT count(*) FROM {table} WHERE {column} = '{value}'")[0][0]
        for what, (table, column, value) in MAILS.items()
    }


def stopped(rows: Rows) -> Told | None:
    """Tell why all clocks stand still, and since when; None: they run."""
    for since, seen in rows("SELECT since, seen FROM safety_stop WHERE since IS NOT NULL"):
        when = moment(since)
        return {"since": when.isoformat() if when else "", "why": seen}
    return None
