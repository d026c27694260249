"""Opens a campaign, fills its seats and starts it."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlmodel import Session as Db

from engine.core.decision import Refused
from engine.core.dice import Dice, Seed, commitment, seed_of
from engine.core.session import Session
from pbem.campaign import game_data, game_names, game_store, seats, turns
from pbem.campaign.mails.outbox import Context
from pbem.campaign.world import World
from pbem.features.joining import join_and_leave, telling_the_host
from pbem.inbox.outcomes import Outcome
from pbem.inbox.reading.requests import Said
from pbem.settings import attendance_policy
from pbem.settings.pacing import Pace, stored
from pbem.store import tables as t

SECRET_BYTES = 32


def new(
    world: World,
    db: Db,
    now: datetime,
    *,
    rules: str,
    name: str,
    options: Mapping[str, Any],
    pace: Pace,
    host_plays: bool = False,
    bots: int = 0,
    new_dice: bool = False,
    treats: attendance_policy.Terms = attendance_policy.USUAL,
    language: str = "",
) -> t.Game:
    """Create a campaign that players can join, with bots in some of its seats.

    `new_dice`: an undo by the host starts a new epoch of dice. `language`: that of mails to readers
    who have set none. Raises Refused with what to do.
    """
    if rules not in world.games:
        raise Refused(f"There is no game {rules!r}: choose {', '.join(world.games)}.")
    game = world.games[rules]
    game_names.check(world, db, name, game.seat_names(game.options(options)))
    secret = Seed(world.entropy.fresh(SECRET_BYTES))
    row = t.Game(
        name=name,
        kind=rules,
        options=json.dumps(game.options(options)),
        commitment=commitment(secret),
        created=now,
        version=game.version,
        data_hash=game.data_hash,
        pace=stored(pace),
        host_plays=host_plays,
        new_dice=new_dice,
        terms=attendance_policy.stored(treats),
        language=language,
    )
    db.add(row)
    db.flush()
    db.add(t.GameSecret(game_id=row.id, secret=secret.reveal()))
    if bots >= join_and_leave.places(row):
        raise Refused(f"{bots} bots leave no seat for a player.")
    seats.add_bots(db, row, bots)
    return row


def start(ctx: Context, game: t.Game, *, fill_with_bots: bool = False) -> None:
    """Seat the players and begin. Raises Refused if seats are empty."""
    world, db = ctx.world, ctx.db
    if game.status != "open":
        raise Refused(f"{game.name} is {game.status}: only an open game can be started.")
    missing = join_and_leave.places(game) - len(game_store.seats_of(db, game))
    if missing and not fill_with_bots:
        empty = "1 seat is" if missing == 1 else f"{missing} seats are"
        raise Refused(f"{empty} empty: wait for players, or start with --bots.")
    seats.add_bots(db, game, missing)
    seated = _seated(world, db, game)
    keys = [seat.key for seat in seated]
    rules = world.games[game.kind]
    options = rules.options({**json.loads(game.options), "seats": keys})
    game.options, game.status, game.started = json.dumps(options), "running", ctx.now
    game_data.keep(db, rules)
    secret = game_store.secret_of(db, game)
    session = Session.start(
        rules,
        Dice(seed_of(secret, keys, [seat.words for seat in seated])),
        options,
        words={key: seat.words for key, seat in zip(keys, seated, strict=True)},
        commitment=game.commitment,
    )
    game_store.save(db, game, session)
    begun = turns.at(ctx, game, session)
    turns.go_on(begun)
    turns.tell_all(begun, beginning=True)
    telling_the_host.begun(ctx, game)


def check_joined(ctx: Context, game: t.Game) -> None:
    """Make sure that somebody has joined an open game. Raises Refused."""
    if game.status == "open" and all(seat.bot for seat in game_store.seats_of(ctx.db, game)):
        raise Refused(f"Nobody has joined {game.name}: bots alone would play it to its end.")


def confirm(ctx: Context, game: t.Game, newcomer: t.Entrant, said: Said) -> Outcome:
    """Handle the answer of somebody who was asked to confirm. The last one to join starts the
    game."""
    done = join_and_leave.confirm(ctx, game, newcomer, said)
    start_if_full(ctx, game)
    return done


def start_if_full(ctx: Context, game: t.Game) -> None:
    """Begin when the last seat is taken."""
    taken = len(game_store.seats_of(ctx.db, game))
    if game.status == "open" and taken >= join_and_leave.places(game):
        start(ctx, game)


def _seated(world: World, db: Db, game: t.Game) -> list[t.Seat]:
    """Return the seats in a random clockwise order, each with its power."""
    seated = game_store.seats_of(db, game)
    rules = world.games[game.kind]
    wished = {seat.wished for seat in seated}
    free = [k for k in rules.seat_names(json.loads(game.options)) if k not in wished]
    rest = iter(world.entropy.shuffled(free, "powers", game.name))
    for seat in seated:
        seat.key = seat.wished or next(rest)
    order = world.entropy.shuffled([seat.key for seat in seated], "seating", game.name)
    for seat in seated:
        seat.place = order.index(seat.key)
    return sorted(seated, key=lambda seat: seat.place)
