"""All that the pages of one campaign show, from the store: no secret of a game that goes on."""

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
"""The colour of a seat for which the map has none."""


@dataclass(frozen=True)
class Campaign:
    """A campaign that has begun."""

    telling: Telling
    rules: Game
    view: Mapping[str, Any]
    """The position now, as all may see it."""
    state: str
    started: str
    ended: str
    record: str
    """The portable record, as text."""
    dice: Sequence[statistics.Fallen]
    hands: Sequence[statistics.Hand]
    """The dice by who rolled them."""
    press: Sequence[PressTold]
    diaries: Sequence[DiaryTold]
    frames: list[Frame] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What the campaign is called."""
        return self.telling.game.name

    @property
    def stops(self) -> Sequence[Stop]:
        """The moments that can be looked at, with a frame each."""
        return self.telling.stops

    @property
    def seats(self) -> list[str]:
        """The seats, in the order of their points' table."""
        return list(self.frames[0].points) if self.frames else []

    def tint(self, seat: str) -> str:
        """Return the colour of a seat."""
        folder = self.telling.drawings
        powers = map_svg.drawings_in(folder).layout["powers"] if folder else {}
        return str(powers.get(seat, {}).get("tint", PLAIN))

    @cached_property
    def head(self) -> str:
        """What the SVG of a position begins with: symbols and styles. Raises MapFailed."""
        folder = self.telling.drawings
        if folder is None:
            return ""
        svg = map_svg.render_svg(folder, self.view, language=self.telling.language)[1]
        return svg_groups_kept_once.cut(svg).head

    def words(self) -> Words:
        """Return the words of its pages, in the game's language."""
        mail = ReportMail(
            game=self.telling.game,
            language=self.telling.language,
            position=Position(view=dict(self.view)),
        )
        return Words(cleaned(mail), self.rules.words)

    def at(self, moment: str) -> int:
        """Return the place of the last stop before this time (in ISO 8601)."""
        return max([n for n, stop in enumerate(self.stops) if stop.at <= moment and stop.at] or [0])


def of_game(world: World, db: Db, game: t.Game) -> Campaign:
    """Read a campaign that has begun. Raises Diverged where the installed rules cannot play it."""
    rules = game_data.its_rules(db, game, world.games[game.kind])
    telling = campaign_by_windows.read(db, game, rules)
    record = "".join(f"{line}\n" for line in portable_record.lines(db, game))
    features = world.features
    return Campaign(
        telling=telling,
        rules=rules,
        view=campaign_by_windows.position(telling, len(telling.lines)),
        state=state_of(game),
        started=game.started.isoformat() if game.started else "",
        ended=game.ended.isoformat() if game.ended else "",
        record=record,
        dice=statistics.fallen(line.body for line in telling.lines),
        hands=statistics.by_seat(rules.telling.rolls(telling.happened)) if rules.telling else [],
        press=[one for feature in features for one in feature.press_to_all(db, game)],
        diaries=[one for feature in features for one in feature.diaries(db, game)],
    )


def state_of(game: t.Game) -> str:
    """Return the message that says how a game stands: `state.running`."""
    if game.status == "open":
        return "state.joining"
    return "state.stopped" if game.stopped else f"state.{game.status}"
