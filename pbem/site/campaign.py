"""Reads from the store all that the pages of a campaign show: no secrets while the game goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sqlmodel import Session as Db

from engine.core.game import Game
from pbem.campaign import game_data
from pbem.campaign.lookup import portable_record
from pbem.campaign.world import World
from pbem.reports.composers.words import Words
from pbem.reports.drawing import map_svg
from pbem.reports.mail_parts import DiaryTold, Position, PressTold
from pbem.reports.mails import ReportMail
from pbem.reports.stored_mails import cleaned
from pbem.site import campaign_by_windows, statistics, svg_groups_kept_once
from pbem.site.campaign_by_windows import Frame, Stop, Telling
from pbem.store import tables as t

PLAIN = "#8a7a5c"
"""The colour of a seat if the map gives it none."""


@dataclass(frozen=True)
class Campaign:
    """A campaign that has begun."""

    telling: Telling
    rules: Game
    view: Mapping[str, Any]
    """The public view of the position now."""
    state: str
    commitment: str
    """The hash of its secret, which identifies the campaign."""
    started: str
    ended: str
    record: str
    """The portable record, as text."""
    dice: Sequence[statistics.Fallen]
    hands: Sequence[statistics.Hand]
    """The dice of each seat."""
    press: Sequence[PressTold]
    diaries: Sequence[DiaryTold]
    frames: list[Frame] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The campaign's name."""
        return self.telling.game.name

    @property
    def stops(self) -> Sequence[Stop]:
        """The moments that readers can look at; each has a frame."""
        return self.telling.stops

    @property
    def seats(self) -> list[str]:
        """The seats, in the order of the points table."""
        return list(self.frames[0].points) if self.frames else []

    def tint(self, seat: str) -> str:
        """Return the colour of a seat."""
        folder = self.telling.drawings
        powers = map_svg.drawings_in(folder).layout["powers"] if folder else {}
        return str(powers.get(seat, {}).get("tint", PLAIN))

    @cached_property
    def head(self) -> str:
        """The symbols and styles with which each position's SVG begins. Raises MapFailed."""
        folder = self.telling.drawings
        if folder is None:
            return ""
        svg = map_svg.render_svg(folder, self.view, language=self.telling.language)[1]
        return svg_groups_kept_once.cut(svg).head

    def words(self) -> Words:
        """Return the words for its pages, in the game's language."""
        mail = ReportMail(
            game=self.telling.game,
            language=self.telling.language,
            position=Position(view=dict(self.view)),
        )
        return Words(cleaned(mail), self.rules.words)

    def at(self, moment: str) -> int:
        """Return the index of the last stop up to this time (in ISO 8601)."""
        return max([n for n, stop in enumerate(self.stops) if stop.at <= moment and stop.at] or [0])


def of_game(world: World, db: Db, game: t.Game) -> Campaign:
    """Read a campaign that has begun. Raises Diverged if the installed rules cannot play it."""
    rules = game_data.its_rules(db, game, world.games[game.kind])
    telling = campaign_by_windows.read(db, game, rules)
    record = "".join(f"{line}\n" for line in portable_record.lines(db, game))
    features = world.features
    return Campaign(
        telling=telling,
        rules=rules,
        view=campaign_by_windows.position(telling, len(telling.lines)),
        state=state_of(game),
        commitment=game.commitment,
        started=game.started.isoformat() if game.started else "",
        ended=game.ended.isoformat() if game.ended else "",
        record=record,
        dice=statistics.fallen(line.body for line in telling.lines),
        hands=statistics.by_seat(rules.telling.rolls(telling.happened)) if rules.telling else [],
        press=[one for feature in features for one in feature.press_to_all(db, game)],
        diaries=[one for feature in features for one in feature.diaries(db, game)],
    )


def state_of(game: t.Game) -> str:
    """Return the id of the message that says how a game stands, such as `state.running`."""
    if game.status == "open":
        return "state.joining"
    return "state.stopped" if game.stopped else f"state.{game.status}"
