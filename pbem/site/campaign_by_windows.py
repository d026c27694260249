"""Tells a campaign window by window: where everybody stood, and what everybody was told since the
last one.

It uses only the record, the public view of positions and public events. It reads nothing that a
seat hides, and no mail, person or address.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.core.dice import Dice
from engine.core.game import Game
from engine.core.record import Line, Record, Span, spans
from engine.core.session import Session
from pbem.campaign import game_data, game_store
from pbem.campaign.lookup import history
from pbem.reports.composers.parts.story import story
from pbem.reports.composers.words import Words
from pbem.reports.drawing import map_svg
from pbem.reports.drawing.marks import marks_of
from pbem.reports.languages.language import ENGLISH
from pbem.reports.mail_parts import Free, GameTold, Position
from pbem.reports.mails import ReportMail
from pbem.reports.rendering.markup import shown
from pbem.reports.stored_mails import cleaned
from pbem.site import markup, svg_groups_kept_once
from pbem.store import tables as t


class Stop(Struct, frozen=True):
    """A moment at which the position is shown: when a window opened, or the game's latest state."""

    number: int
    """The window's number; 0 for the latest state, after the last window."""
    line: int
    """How many lines the record had."""
    at: str
    asked: dict[str, str]
    """What became of each seat's question."""


class Frame(Struct):
    """What the pages show for a stop."""

    moment: str
    """Where the game stood, in a few words."""
    told: str
    """What had happened since the previous stop, as HTML."""
    round: tuple[int, int]
    """The part of the game, and the round."""
    points: dict[str, tuple[int, int]]
    """By seat: its points, and what they would have been if the position had been scored."""
    battles: list[tuple[str, str, str]]
    """Place, attacker and defender of each battle since the previous stop."""
    groups: list[str]
    """The groups of the position's SVG."""
    words: str
    """What the map shows, in words."""
    undone: bool
    """Whether anything that had happened was taken back later."""
    chapter: bool = False
    """Whether a round had ended since the previous stop."""


@dataclass(frozen=True)
class Telling:
    """Everything that a campaign's frames are made from, read in one transaction."""

    game: GameTold
    language: str
    rules: Mapping[str, Game]
    """The rules that parts of the game were played with, by the hash of their data."""
    spans: Sequence[Span]
    lines: Sequence[Line]
    snapshots: Mapping[int, bytes]
    dice: Dice
    stops: Sequence[Stop]
    happened: Sequence[Free]
    taken_back: frozenset[int]
    """Lines of the record that an undo has taken back."""
    over: bool

    @property
    def drawings(self) -> Path | None:
        """The folder with the game's map; None if it has none."""
        return map_svg.map_folder(self.game.rules)


def read(db: Db, game: t.Game, rules: Game) -> Telling:
    """Read everything that the frames of a started game are made from. Raises OtherData."""
    lines = game_store.whole_record(db, game).lines
    found = spans(line.body for line in lines)
    happened = game_store.events(db, game, None)
    undone = history.taken_back(db, game)
    stored = select(t.Snapshot.n, t.Snapshot.data).where(t.Snapshot.game_id == game.id)
    return Telling(
        game=GameTold(game.name, game.kind, rules.title, game.data_hash),
        language=game.language or ENGLISH,
        rules={span.data: game_data.with_hash(db, rules, span.data) for span in found},
        spans=found,
        lines=lines,
        snapshots=dict(db.exec(stored.order_by(col(t.Snapshot.n))).all()),
        dice=Dice(game_store.seed_of_game(db, game)),
        stops=[*_stops(db, game, len(lines), happened)],
        happened=happened,
        taken_back=frozenset(event["n"] for event in happened if undone(event["n"])),
        over=game.status in ("over", "cancelled"),
    )


def _stops(db: Db, game: t.Game, length: int, happened: Sequence[Free]) -> Iterator[Stop]:
    """List the openings of windows, and the present state if more has happened since the last
    one."""
    line = 0
    for one in history.windows(db, game):
        line = one.line
        yield Stop(one.number, one.line, one.at.isoformat(), one.asked)
    if any(event["n"] >= line for event in happened):
        yield Stop(0, length, game.ended.isoformat() if game.ended else "", {})


def frame(telling: Telling, place: int) -> Frame:
    """Make the frame of the stop at this index. Raises Diverged if the installed rules cannot play
    the record up to there."""
    stop, since = telling.stops[place], telling.stops[place - 1].line if place else 0
    rules = _rules_at(telling, stop.line)
    view, over = _position(telling, rules, stop.line)
    happened = [event for event in telling.happened if since <= event["n"] < stop.line]
    stands = [event for event in happened if event["n"] not in telling.taken_back]
    mail = cleaned(
        ReportMail(
            game=telling.game,
            language=telling.language,
            position=Position(view=view),
            events=stands,
        )
    )
    say = Words(mail, rules.words)
    worth = say.game.telling.points(view)
    return Frame(
        moment=str(shown(say.game.moment())),
        told=markup.blocks(story(mail.events, say), rank=4),
        round=say.game.telling.rounds(view),
        points={who: (one.now, one.now if over else one.if_scored) for who, one in worth.items()},
        battles=_battles(telling.drawings, stands),
        groups=_groups(telling, view, stands),
        words=map_svg.in_words(telling.game.rules, view, telling.language),
        undone=len(stands) < len(happened),
    )


def _rules_at(telling: Telling, length: int) -> Game:
    """Return the rules with the data that the last of the first `length` lines was played with."""
    data = next(span.data for span in telling.spans if span.first < length <= span.last + 1)
    return telling.rules[data]


def position(telling: Telling, line: int) -> dict[str, Any]:
    """Restore the public view of the game when the record had this many lines. Raises Diverged."""
    return _position(telling, _rules_at(telling, line), line)[0]


def _position(telling: Telling, rules: Game, length: int) -> tuple[dict[str, Any], bool]:
    """Restore the public view when the record had this many lines, and whether the game was
    over."""
    packed = telling.snapshots
    kept = Record(telling.lines[:length], read_snapshot=lambda n: zlib.decompress(packed[n]))
    session = Session(rules, telling.dice, kept)
    return json.loads(json.dumps(session.view(None))), session.over


def _battles(folder: Path | None, events: Sequence[Free]) -> list[tuple[str, str, str]]:
    if folder is None:
        return []
    fought = marks_of(map_svg.drawings_in(folder).layout, events).battles
    return [(place, *sides) for place, all_sides in fought.items() for sides in all_sides]


def _groups(telling: Telling, view: Free, events: Sequence[Free]) -> list[str]:
    folder = telling.drawings
    if folder is None:
        return []
    svg = map_svg.render_svg(folder, view, events, language=telling.language)[1]
    return svg_groups_kept_once.cut(svg).groups
