"""Answers questions about past windows, from the stored events that the asker may see.

A window's story is everything that was told from its opening until the next one opened. Before the
first window there is the beginning, window 0. What was taken back later is left out, with a remark.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, or_, select
from sqlmodel.sql.expression import Select

from engine.core.messages import message, text
from engine.core.record import Diverged
from pbem.campaign import game_store
from pbem.campaign.game_store import StoredEvent
from pbem.campaign.mails.outbox import Context
from pbem.reports.mail_parts import Position, Story, WindowTold
from pbem.reports.mails import HistoryMail
from pbem.store import statements
from pbem.store import tables as t

MOST_EVENTS = 250
"""How many events one mail tells at most; windows that do not fit are left out."""
MOST_LISTED = 40
"""How many windows, the newest ones, one mail lists at most."""
_SPAN = re.compile(
    r"(?:windows?|w)? ?#?(?P<first>\d{1,6})(?: ?(?:-|to|until|and) ?w?(?P<last>\d{1,6}))?",
    re.IGNORECASE,
)
_CHAPTER = re.compile(r"\b(?!windows?\b)([a-z]{3,12}) (\d{1,3})\b", re.IGNORECASE)
"""A part of the game, such as `round 2`, for which the game has an event `round_begun` with a field
`round`."""
_WINDOWS = (
    select(t.Window)
    .where(col(t.Window.game_id) == bindparam("game"))
    .order_by(col(t.Window.number), col(t.Window.id))
)
_ACTS: Select[int, str] = (
    select(t.Entry.n, t.Entry.body)
    .where(
        col(t.Entry.game_id) == bindparam("game"),
        or_(
            col(t.Entry.body).contains('"t":"undo"'),
            col(t.Entry.body).contains('"t":"note"'),
        ),
    )
    .order_by(col(t.Entry.n))
)
_BACK = re.compile(r'"back":(\d+)')


class Opened(NamedTuple):
    """A window: its number, the record's line and the time at which it opened, and what became of
    each seat's question."""

    number: int
    line: int
    at: datetime
    asked: dict[str, str]


class Part(NamedTuple):
    """A part of the game, as lines of its record: from one line up to, but not including, another
    (None: up to the end)."""

    begins: int
    ends: int | None
    story: Story

    def holds(self, n: int) -> bool:
        """Tell whether this line belongs to the part."""
        return n >= self.begins and (self.ends is None or n < self.ends)


def tell(ctx: Context, game: t.Game, seat: str | None, said: str) -> HistoryMail:
    """Write the mail that answers this command, to a seat or (None) to the public."""
    opened = windows(ctx.db, game)
    if game.started is None or not opened:
        return HistoryMail(problem=message("history.not_begun"))
    said = re.sub(rf"\b{re.escape(game.name)}\b", "", said, flags=re.IGNORECASE)
    happened = [one for one in game_store.events_since(ctx.db, game, 0) if one.event.seen_by(seat)]
    if chapter := _CHAPTER.findall(said):
        parts = _chapter(happened, chapter)
        named = text(" ".join(map(" ".join, chapter)))
        known = message("history.untold", what=named)
    elif found := _SPAN.search(said):
        first, last = int(found["first"]), int(found["last"] or found["first"])
        parts = _parts(opened, first, last)
        known = message("history.no_window", last=opened[-1].number)
    else:
        listed = [_listed(one) for one in opened[-MOST_LISTED:]]
        return HistoryMail(listed=listed, all=len(opened))
    if not parts:
        return HistoryMail(problem=known)
    mail = _told(happened, parts, taken_back(ctx.db, game))
    with suppress(Diverged):  # under rules that do not fit the game, most events can still be told
        session = game_store.restore(ctx.db, game, ctx.world.games[game.kind])
        mail.position = Position(view=session.view(seat))
    return mail


def windows(db: Db, game: t.Game) -> list[Opened]:
    """Return all windows, each with all the seats that were asked at the same time."""
    found: dict[int, Opened] = {}
    for row in db.exec(_WINDOWS, params={"game": game.id}):
        one = Opened(row.number, row.line, row.opened, {})
        found.setdefault(row.number, one).asked[row.seat] = row.state
    return list(found.values())


def _listed(one: Opened) -> WindowTold:
    return WindowTold(one.number, one.at.isoformat(), one.asked)


def _parts(opened: Sequence[Opened], first: int, last: int) -> list[Part]:
    """Return the windows from the first to the last; empty if there are no such windows."""
    if first > last or last > opened[-1].number:
        return []
    numbers = [one.number for one in opened]
    return [
        _part(opened, number, bisect_right(numbers, number)) for number in range(first, last + 1)
    ]


def _part(opened: Sequence[Opened], number: int, place: int) -> Part:
    """Return the window of this number; `place` windows had opened by then."""
    now = opened[place - 1] if place else None
    ends = opened[place].line if place < len(opened) else None
    at = now.at.isoformat() if now else None
    return Part(now.line if now else 0, ends, Story(window=number, at=at))


def _chapter(happened: Sequence[StoredEvent], said: Sequence[tuple[str, str]]) -> list[Part]:
    """Return the latest part of the game whose beginning fits the description, such as `war 1 round
    2`."""
    wanted = {word.lower(): int(number) for word, number in said}
    event = f"{said[-1][0].lower()}_begun"
    begun = [one.event for one in happened if one.event.what == event]
    for place in range(len(begun) - 1, -1, -1):
        if all(begun[place].data.get(word) == number for word, number in wanted.items()):
            ends = begun[place + 1].n if place + 1 < len(begun) else None
            title = " ".join(f"{word} {number}" for word, number in wanted.items())
            return [Part(begun[place].n, ends, Story(title=title))]
    return []


def _told(
    happened: Sequence[StoredEvent], parts: Sequence[Part], taken_back: Callable[[int], bool]
) -> HistoryMail:
    """Tell the stories of these parts, as many as one mail holds."""
    stories: list[Story] = []
    room = MOST_EVENTS
    for part in parts:
        events = [one for one in happened if part.holds(one.event.n)]
        stands = [one.shown() for one in events if not taken_back(one.event.n)]
        if len(stands) > room and stories:
            break
        room -= len(stands)
        stories.append(
            replace(
                part.story,
                events=stands[:MOST_EVENTS],
                more=max(0, len(stands) - MOST_EVENTS),
                taken_back=len(stands) < len(events),
            )
        )
    left = parts[len(stories) :]
    return HistoryMail(
        windows=stories, left=[one.story.window or 0 for one in (*left[:1], *left[-1:])]
    )


def taken_back(db: Db, game: t.Game) -> Callable[[int], bool]:
    """Return a function that tells whether an undo took back a line of the record.

    Acts that change nothing on the board, such as a pause, did happen and are never taken back.
    """
    spans: list[tuple[int, int]] = []
    notes: set[int] = set()
    for n, body in statements.read(db, _ACTS, game=game.id):
        if '"t":"note"' in body:
            notes.add(n)
        elif found := _BACK.search(body):
            spans.append((int(found[1]), n))
    return lambda n: n not in notes and any(back < n < undo for back, undo in spans)
