"""What the host can do to a game: each command once, for mails and for the command line."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.decision import Refusal, Refused
from engine.core.record import Diverged
from pbem.campaign import control, game_store, stand_in
from pbem.campaign.feature import Done, HostHandler, merged
from pbem.campaign.mails import failures, outbox
from pbem.campaign.mails.outbox import Post
from pbem.campaign.world import World
from pbem.features.host import ruling, undoing
from pbem.inbox.host_grammar import Act
from pbem.reports.wording import counted, listing
from pbem.store import tables as t


def perform(post_: Post, game: t.Game, act: Act) -> Done:
    """Do what the host says, and tell all. Raises Refused with the reason; then nothing has
    changed."""
    game_store.hold(post_.db, game)
    _check_window(post_, game, act)
    try:
        return handlers(post_.world)[act.verb](post_, game, act)
    except Diverged as problem:
        raise Refused(Refusal(failures.way_out(game, problem))) from None


def handlers(world: World) -> Mapping[str, HostHandler]:
    """What does each command of the host, by its verb."""
    return merged(feature.host_commands for feature in world.features)


def _check_window(post_: Post, game: t.Game, act: Act) -> None:
    """Raises Refused if the window that the command is meant for is not open."""
    number = act.window
    if number is None or any(w.number == number for w in outbox.open_windows(post_.db, game)):
        return
    now = f"it is window {game.windows} now" if game.windows else "no window has opened yet"
    over = f"Window {number} has passed: {now}."
    ahead = f"There has been no window {number}: {now}."
    raise Refused(Refusal(over if number <= game.windows else ahead))


def _pause(post_: Post, game: t.Game, act: Act) -> Done:
    control.pause(post_, game, act.because)
    return Done(f"{game.name} is paused until you resume it.")


def _resume(post_: Post, game: t.Game, _act: Act) -> Done:
    control.resume(post_, game)
    return Done(f"{game.name} goes on.")


def _extend(post_: Post, game: t.Game, act: Act) -> Done:
    hours = control.hours_of(act.what)
    control.extend(post_, game, hours, act.because)
    return Done(f"Every open question has {counted(hours, 'hour')} more.")


def _remind(post_: Post, game: t.Game, act: Act) -> Done:
    said = act.seat.replace(" and ", ",").split(",") if act.seat else ()
    seats = [control.seat_named(post_, game, one.strip()) for one in said if one.strip()]
    reminded = control.remind(post_, game, seats)
    return Done(f"Reminded: {listing([control.name_of(post_, game, key) for key in reminded])}.")


def _stand_in(post_: Post, game: t.Game, act: Act) -> Done:
    key = control.seat_named(post_, game, act.seat)
    stand_in.by_host(post_, game, key, back=False, because=act.because)
    name = control.name_of(post_, game, key)
    return Done(f"A bot stands in for {name} until its player writes again.")


def _end_stand_in(post_: Post, game: t.Game, act: Act) -> Done:
    key = control.seat_named(post_, game, act.seat)
    stand_in.by_host(post_, game, key, back=True)
    return Done(f"The player of {control.name_of(post_, game, key)} is asked again.")


def _undo(post_: Post, game: t.Game, act: Act) -> Done:
    line = int(act.what)
    try:
        undoing.undo(post_, game, line, act.because)
    except Refused as refused:
        raise _with_choice(post_, game, refused) from None
    return Done(f"{game.name} stands again where it stood before line {line}.")


def _with_choice(post_: Post, game: t.Game, refused: Refused) -> Refused:
    """The same, with the lines that could be undone."""
    listed = undoing.standing_choices(post_, game, 4)
    said = "; ".join(f"{n} ({what})" for n, what in listed)
    reason = refused.refusal.reason
    return Refused(Refusal(f"{reason} The latest that do: {said}." if said else reason))


def _rule(post_: Post, game: t.Game, act: Act) -> Done:
    said = ruling.rule(post_, game, act.what, act.because)
    return Done(f"Ruled, and told to all: {said}.")


def _answer(post_: Post, game: t.Game, act: Act) -> Done:
    key = control.seat_named(post_, game, act.seat)
    lines = ruling.answer_for(post_, game, key, act.lines)
    name = control.name_of(post_, game, key)
    return Done(f"Taken as orders for {name}, who is told.", tuple(lines))


def _end(post_: Post, game: t.Game, act: Act) -> Done:
    control.cancel(post_, game, act.because)
    return Done(f"{game.name} is cancelled.")


HANDLERS: Mapping[str, HostHandler] = {
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "remind": _remind,
    "stand-in": _stand_in,
    "end stand-in": _end_stand_in,
    "undo": _undo,
    "rule": _rule,
    "answer": _answer,
    "end": _end,
}
