"""What a seat cannot see moves no letter of its mails: of each game, in each language."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from engine.core.bots import Stream
from engine.core.session import Session
from engine.games import GAMES
from pbem.reports import question_as_json
from pbem.reports.compose_mail import Composed
from pbem.reports.languages.language import codes
from tests.engine.empires_of_the_ancient_world import ancient
from tests.engine.seven_years_world_war import campaigns as world_war
from tests.engine.struggle_of_empires import campaigns as empires
from tests.engine.struggle_of_empires.crowded import crowded
from tests.pbem.reports.playing import DUE, payload
from tests.pbem.reports.sampled import compose

PLAYED = {
    "struggle-of-empires": (
        lambda name: (crowded(name, 4), empires.Thrifty(name)),
        empires.wander,
        empires.otherwise,
    ),
    "empires-of-the-ancient-world": (
        lambda name: (ancient.crowded(name, 4), ancient.Warlike(name)),
        ancient.wander,
        ancient.otherwise,
    ),
    "seven-years-world-war": (
        lambda name: (world_war.begin(name, **world_war.any_rules(name)), Stream(name)),
        world_war.wander,
        world_war.otherwise,
    ),
}
"""By game: how one begins, is played by chance, and differs in what a seat cannot see."""
EVERY, MOST = 15, 61
"""Mails are made at one answer in so many, of so many answers."""


def mailed(session: Session, table: Any, seat: str | None, language: str) -> Composed:
    """The report that a seat would get now, if the game stood as on this table."""
    news = session.events[-6:]
    told = payload(session, None, news, 12) | {"seat": seat, "language": language}
    told["view"] = to_builtins(session.game.view(table.state, seat))
    told["events"] = question_as_json.events(news, seat)
    if seat in session.questions:
        kind, _, args = session.questions[seat]
        decision = kind.make(table, seat, *args)
        asked = question_as_json.question(kind, decision, session.game.words, due=DUE, form=True)
        told["question"] = to_builtins(asked)
    return compose(told, session.game.words)


@pytest.mark.parametrize("game", GAMES)
def test_no_mail_depends_on_what_its_reader_cannot_see(game: str) -> None:
    begin, wander, otherwise = PLAYED[game]
    session, stream = begin("secrets in mails")
    compared = differs = 0
    for answered, _ in zip(range(MOST), wander(session, stream), strict=False):
        if session.over:
            break
        if answered % EVERY:
            continue
        for seat in [*session.questions, None]:
            twin = otherwise(session.state, seat, stream)
            other = next(other for other in session.state.seats if other != seat)
            for language in codes():
                true = mailed(session, session.table, seat, language)
                assert mailed(session, twin, seat, language) == true
                compared += 1
            own = mailed(session, session.table, other, "en")
            differs += mailed(session, twin, other, "en") != own
    assert compared > 10
    assert differs > 2
