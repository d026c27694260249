"""Empires of the Ancient World for 2 to 5 players. README.md tells what there is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.core.decision import Kind
from engine.core.game import Game, by_kind, hash_of
from engine.core.state import dump
from engine.empires_of_the_ancient_world import (
    actions,
    battle,
    decks,
    recruiting,
    setup,
    trade,
)
from engine.empires_of_the_ancient_world.bot import advise
from engine.empires_of_the_ancient_world.changes import changes, do_change
from engine.empires_of_the_ancient_world.data import SHIPPED, read
from engine.empires_of_the_ancient_world.events import CONCERNS, EVENTS
from engine.empires_of_the_ancient_world.facts import rules_facts
from engine.empires_of_the_ancient_world.option_list import option_list
from engine.empires_of_the_ancient_world.options import options, seat_names
from engine.empires_of_the_ancient_world.plans import PLANS
from engine.empires_of_the_ancient_world.position import paths, place, position
from engine.empires_of_the_ancient_world.sequence import SEGMENTS, follow, segment, upcoming
from engine.empires_of_the_ancient_world.start import start
from engine.empires_of_the_ancient_world.state import load
from engine.empires_of_the_ancient_world.view import GAME as NAME
from engine.empires_of_the_ancient_world.view import result, view
from engine.empires_of_the_ancient_world.words import words
from engine.kit.event_spec import names

KINDS: tuple[Kind, ...] = (
    setup.start_province,
    setup.placement,
    setup.first_fort,
    actions.action,
    trade.further_trade,
    recruiting.pick,
    battle.stance,
    decks.deck,
)


def game(files: Mapping[str, bytes]) -> Game:
    """The game as it is played with these files of data. Raises DataError."""
    data = read(files)
    return Game(
        name=NAME,
        title="Empires of the Ancient World",
        version="1",
        options=partial(options, data),
        seat_names=partial(seat_names, data),
        start=partial(start, data),
        segments=SEGMENTS,
        segment=segment,
        follow=follow,
        dump=dump,
        load=partial(load, data),
        kinds=by_kind(KINDS),
        changes=changes,
        do_change=do_change,
        view=view,
        place=partial(place, data),
        position=position,
        paths=paths(data),
        result=result,
        words=words(data),
        data=files,
        data_hash=hash_of(files),
        with_data=game,
        events=EVENTS,
        concerns=partial(names, CONCERNS),
        advise=partial(advise, data),
        upcoming=upcoming,
        option_list=option_list(data),
        rules_facts=partial(rules_facts, data),
        plans=PLANS,
    )


GAME = game(SHIPPED)
