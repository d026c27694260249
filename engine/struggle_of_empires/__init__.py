"""Struggle of Empires: both editions, for 2 to 7 players. README.md tells what there is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.core.decision import Kind
from engine.core.game import Game, by_kind, hash_of
from engine.core.state import dump
from engine.kit.event_spec import names
from engine.struggle_of_empires import (
    actions,
    allies,
    attack,
    building,
    combat,
    draft,
    grand_alliances,
    losses,
    movement,
    naval,
    sea,
    setup,
    surrender,
)
from engine.struggle_of_empires.bot import advise
from engine.struggle_of_empires.changes import changes, do_change
from engine.struggle_of_empires.data import SHIPPED, read
from engine.struggle_of_empires.events import CONCERNS, EVENTS
from engine.struggle_of_empires.facts import rules_facts
from engine.struggle_of_empires.gifts import anytime, do_anytime
from engine.struggle_of_empires.option_list import option_list
from engine.struggle_of_empires.options import options, seat_names
from engine.struggle_of_empires.plans import PLANS
from engine.struggle_of_empires.position import paths, place, position
from engine.struggle_of_empires.sequence import SEGMENTS, follow, segment, upcoming
from engine.struggle_of_empires.start import start
from engine.struggle_of_empires.state import load
from engine.struggle_of_empires.taxes import toll
from engine.struggle_of_empires.view import GAME as NAME
from engine.struggle_of_empires.view import allies_in, result, view
from engine.struggle_of_empires.words import words

KINDS: tuple[Kind, ...] = (
    setup.redraw,
    draft.draft,
    setup.placement,
    grand_alliances.auction,
    actions.action,
    actions.free_action,
    movement.further_move,
    building.militia_build,
    movement.native_move,
    sea.sea_die,
    attack.surprise,
    allies.call,
    naval.naval,
    naval.alliance_use,
    surrender.surrender,
    attack.double_support,
    combat.reroll,
    losses.withdraw,
    losses.loss,
)


def game(files: Mapping[str, bytes]) -> Game:
    """The game as it is played with these files. Raises DataError."""
    data = read(files)
    return Game(
        name=NAME,
        title="Struggle of Empires",
        version="2",
        options=partial(options, data),
        seat_names=partial(seat_names, data),
        start=partial(start, data),
        segments=SEGMENTS,
        segment=segment,
        follow=follow,
        dump=dump,
        load=partial(load, data),
        kinds=by_kind(KINDS),
        anytime=anytime,
        do_anytime=do_anytime,
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
        option_list=option_list(data),
        rules_facts=partial(rules_facts, data),
        upcoming=upcoming,
        allies=allies_in,
        toll=toll,
        plans=PLANS,
    )


GAME = game(SHIPPED)
