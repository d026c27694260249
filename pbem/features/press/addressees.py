"""Finds out who press is for. It is never guessed, and a slip never sends it to everybody."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.core.decision import Refusal, Refused, refuse
from engine.core.messages import Message, message, text
from engine.core.record import Diverged
from pbem.campaign import game_data, game_store
from pbem.campaign.mails import failures
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import HOST
from pbem.store import tables as t

_ALL = re.compile(r"(?:to )?(?:all|everybody|everyone)(?: (?:the )?(?:players|others))?", re.I)
_ALLIES = re.compile(r"(?:all )?(?:my |our )?all(?:ies|y)", re.I)
_HOST = re.compile(r"(?:the |our )?host", re.I)
_AND = re.compile(r"\s*(?:,|;|&|\+|\band\b)\s*", re.I)


class Meant(NamedTuple):
    """Who is meant: seats with a player, seats without one, the host; and whether it is for all."""

    to: tuple[str, ...]
    unread: tuple[str, ...] = ()
    all: bool = False


def meant(ctx: Context, game: t.Game, writer: str, said: str) -> Meant:
    """Read what follows `press to`. Raises Refused."""
    said = " ".join(said.split())
    if not said:
        raise Refused(refuse("refusal.press_to_whom", how=how(ctx, game)))
    seats = [seat.key for seat in game_store.seats_of(ctx.db, game) if seat.key]
    others = [key for key in seats if key != writer]
    if _ALL.fullmatch(said):
        found, is_all = tuple(others), True
    else:
        found, is_all = _named(ctx, game, writer, said, seats), False
    reached = readers(ctx, game, found)
    return Meant(reached.to, (), all=True) if is_all else reached


def readers(ctx: Context, game: t.Game, found: Sequence[str]) -> Meant:
    """Separate seats that have a player from those that have none. Raises Refused if none has
    one."""
    seats = {seat.key: seat for seat in game_store.seats_of(ctx.db, game)}
    reached = tuple(key for key in found if key == HOST or has_reader(seats[key]))
    unread = tuple(key for key in found if key not in reached)
    if not reached:
        raise Refused(_nobody(unread))
    return Meant(reached, unread)


def how(ctx: Context, game: t.Game) -> Message:
    """Say how a mail names the addressees of press."""
    seats = [seat.key for seat in game_store.seats_of(ctx.db, game) if seat.key]
    words = game_data.words_of(ctx.db, game, ctx.world.games)
    names = [words.name(key) for key in seats[:2]]
    first, second = names[:1], [", ".join(names)] if len(seats) > 2 else []
    ways = tuple(text(f"press to {name}:") for name in (*first, *second, "all", "host"))
    return message("how.press_is_written", ways=ways)


def is_host(said: str) -> bool:
    """Tell whether only the host is meant."""
    return _HOST.fullmatch(said.strip()) is not None


def has_reader(seat: t.Seat) -> bool:
    """Tell whether a person reads what is sent to a seat."""
    return not seat.bot


def _nobody(unread: Sequence[str]) -> Refusal:
    if not unread:
        return refuse("refusal.nobody_to_reach")
    return refuse("refusal.nobody_reads_it", seats=tuple(unread))


def _named(
    ctx: Context, game: t.Game, writer: str, said: str, seats: Sequence[str]
) -> tuple[str, ...]:
    found = _one(ctx, game, writer, said, seats, alone=True)
    if found is None:
        parts = [part for part in _AND.split(said) if part]
        found = [key for part in parts for key in _one(ctx, game, writer, part, seats) or ()]
    if writer in found:
        raise Refused(refuse("refusal.press_to_oneself"))
    return tuple(dict.fromkeys(found))


def _one(
    ctx: Context, game: t.Game, writer: str, said: str, seats: Sequence[str], alone: bool = False
) -> list[str] | None:
    """Find who is meant by one name; None if nobody is, and it stands `alone` and may be several
    names."""
    if _HOST.fullmatch(said):
        return [HOST]
    if _ALLIES.fullmatch(said):
        return _allies(ctx, game, writer, seats)
    if not alone and _ALL.fullmatch(said):
        raise Refused(refuse("refusal.all_stands_alone", said=text(said)))
    try:
        return [game_data.words_of(ctx.db, game, ctx.world.games).key(said, seats, guess=False)]
    except Refused:
        if alone:
            return None
        raise


def _allies(ctx: Context, game: t.Game, writer: str, seats: Sequence[str]) -> list[str]:
    if writer == HOST:
        raise Refused(refuse("refusal.host_has_no_allies"))
    rules = ctx.world.games[game.kind]
    try:
        session = game_store.restore(ctx.db, game, rules)
    except Diverged as problem:
        raise failures.refused(game, problem) from None
    found = session.game.allies(session.view(None), writer)
    if found is None:
        raise Refused(refuse("refusal.game_has_no_allies", title=text(rules.title)))
    allies = [key for key in found if key in seats]
    if not allies:
        raise Refused(refuse("refusal.no_allies_now"))
    return allies


def seat_named(ctx: Context, game: t.Game, said: str) -> str:
    """Find the one seat with exactly this name. Raises Refused."""
    seats = [seat.key for seat in game_store.seats_of(ctx.db, game) if seat.key]
    words = game_data.words_of(ctx.db, game, ctx.world.games)
    return words.key(" ".join(said.split()), seats, guess=False)
