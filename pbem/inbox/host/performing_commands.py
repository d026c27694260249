"""Carries out a command of the host, whether it came by mail or on the command line."""

from collections.abc import Callable, Mapping

from engine.core.decision import Refused, refuse
from engine.core.messages import text
from engine.core.record import Diverged
from pbem.campaign import game_store, host_acts
from pbem.campaign.feature import Done, HostHandler, merged
from pbem.campaign.mails import failures
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING
from pbem.campaign.world import World
from pbem.inbox.reading.hosts_grammar import LONGEST, TOO_LONG, UNCLEAR, HostCommand
from pbem.store import tables as t


def perform(ctx: Context, game: t.Game, act: HostCommand) -> Done:
    """Do what the host says, and tell everybody. Raises Refused with the reason; then nothing has
    changed."""
    game_store.lock(ctx.db, game)
    _check_meant(ctx, game, act)
    try:
        return handlers(ctx.world)[act.verb](ctx, game, act)
    except Diverged as problem:
        raise failures.refused(game, problem) from None


def check(ctx: Context, game: t.Game, act: HostCommand) -> None:
    """Check that a command can be done as written, before the host is asked to confirm it. Raises
    Refused for a line that was not understood, another game, a window that is not open, a seat that
    the game does not have, an invalid time, an invalid change of the state, or the end of a game
    that is over."""
    _check_meant(ctx, game, act)
    for seat in act.seats:
        host_acts.seat_named(ctx, game, seat)
    if reads := WHAT.get(act.verb):
        reads(ctx, game, act.what)


FOR_GOOD = ("end",)
"""Commands that need a `yes` to a mail that names the game, as nothing undoes them."""
WHAT: Mapping[str, Callable[[Context, t.Game, str], object]] = {
    "rule": host_acts.change_named,
    "extend": lambda _ctx, _game, time: host_acts.hours_of(time),
    "end": lambda ctx, game, _: host_acts.allowed(ctx, game, "open", *PLAYING),
}
"""How to read the object of a command, by verb."""


def handlers(world: World) -> Mapping[str, HostHandler]:
    """Return the function for each command of the host, by verb."""
    return merged(feature.host_commands for feature in world.features)


def _check_meant(ctx: Context, game: t.Game, act: HostCommand) -> None:
    """Raise Refused if a command was not understood, or is meant for another game or a window that
    is not open."""
    if act.verb == UNCLEAR:
        raise Refused(refuse("refusal.unclear_command"))
    if act.verb == TOO_LONG:
        raise Refused(refuse("refusal.command_too_long", most=LONGEST))
    if act.game and act.game != game.name:
        raise Refused(
            refuse("refusal.for_another_game", named=text(act.game), name=text(game.name))
        )
    number = act.window
    if number is None or any(w.number == number for w in game_store.open_windows(ctx.db, game)):
        return
    id = "refusal.window_has_passed" if number <= game.windows else "refusal.no_window_yet"
    raise Refused(refuse(id, number=number, now=game.windows))
