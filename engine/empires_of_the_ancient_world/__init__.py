"""Empires of the Ancient World for 2 to 5 players. README.md tells what there is."""

from __future__ import annotations

from engine.decision import Kind
from engine.empires_of_the_ancient_world import (
    actions,
    battle,
    decks,
    recruiting,
    setup,
    trade,
)
from engine.empires_of_the_ancient_world.data import DATA
from engine.empires_of_the_ancient_world.events import EVENTS, concerns
from engine.empires_of_the_ancient_world.option_list import OPTIONS
from engine.empires_of_the_ancient_world.options import options, seat_names
from engine.empires_of_the_ancient_world.position import place, position
from engine.empires_of_the_ancient_world.sequence import SEGMENTS, follow, segment
from engine.empires_of_the_ancient_world.start import start
from engine.empires_of_the_ancient_world.state import dump, load
from engine.empires_of_the_ancient_world.view import GAME as NAME
from engine.empires_of_the_ancient_world.view import result, view
from engine.empires_of_the_ancient_world.words import WORDS
from engine.game import Game, by_kind, hash_of

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

GAME = Game(
    name=NAME,
    title="Empires of the Ancient World",
    version="1",
    options=options,
    seat_names=seat_names,
    start=start,
    segments=SEGMENTS,
    segment=segment,
    follow=follow,
    dump=dump,
    load=load,
    kinds=by_kind(KINDS),
    view=view,
    place=place,
    position=position,
    result=result,
    words=WORDS,
    data=DATA,
    data_hash=hash_of(DATA),
    events=EVENTS,
    concerns=concerns,
    option_list=OPTIONS,
)
