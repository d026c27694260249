"""What the host can do to a game: each command once, for mails and for the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.core.decision import Refusal, Refused
from engine.core.record import Diverged
from engine.orders.vocabulary import Vocabulary
from pbem.campaign import control, failures, game_data, game_store, outbox
from pbem.campaign.outbox import HOST, Post
from pbem.features.host import ruling
from pbem.features.host.grammar import Act
from pbem.features.press import press
from pbem.features.press.outcomes import whom
from pbem.features.press.press import Writer
from pbem.features.replacement import replacing
from pbem.features.stand_in import stand_in
from pbem.features.undo import undoing
from pbem.reports.wording import counted, listing
from pbem.store import tables as t


class Done(NamedTuple):
    """What was done, in a sentence; what became of each line of orders."""

    said: str
    lines: tuple[dict[str, Any], ...] = ()


def perform(post_: Post, game: t.Game, act: Act) -> Done:
    """Do what the host says, and tell all. Raises Refused with the reason; then nothing has
    changed."""
    game_store.hold(post_.db, game)
    _check_window(post_, game, act)
    try:
        return _ACTS[act.verb](post_, game, act)
    except Diverged as problem:
        raise Refused(Refusal(failures.way_out(game, problem))) from None


def _check_window(post_: Post, game: t.Game, act: Act) -> None:
    """Raises Refused if the window that the command is meant for is not open."""
    number = act.window
    if number is None or any(w.number == number for w in outbox.open_windows(post_.db, game)):
        return
    now = f"it is window {game.windows} now" if game.windows else "no window has opened yet"
    over = f"Window {number} has passed: {now}."
    ahead = f"There has been no window {number}: {now}."
    raise Refused(Refusal(over if number <= game.windows else ahead))


def _seat(post_: Post, game: t.Game, said: str) -> str:
    """The key of a seat. Raises Refused."""
    seats = [seat.key for seat in game_store.seats_of(post_.db, game) if seat.key]
    return _words(post_, game).key(said, seats)


def _name(post_: Post, game: t.Game, key: str) -> str:
    return _words(post_, game).name(key)


def _words(post_: Post, game: t.Game) -> Vocabulary:
    """What the game at hand is told in."""
    return game_data.its_words(post_.db, game.data_hash, post_.world.games[game.kind])


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
    seats = [_seat(post_, game, one.strip()) for one in said if one.strip()]
    reminded = control.remind(post_, game, seats)
    return Done(f"Reminded: {listing([_name(post_, game, key) for key in reminded])}.")


def _replace(post_: Post, game: t.Game, act: Act) -> Done:
    key = _seat(post_, game, act.seat)
    replacing.invite(post_, game, key, act.what, act.because)
    return Done(
        f"{act.what} is invited to take over {_name(post_, game, key)}, and takes it over by"
        " answering yes. Until then the seat stays as it is."
    )


def _stand_in(post_: Post, game: t.Game, act: Act) -> Done:
    key = _seat(post_, game, act.seat)
    stand_in.by_host(post_, game, key, back=False, because=act.because)
    name = _name(post_, game, key)
    return Done(f"A bot stands in for {name} until its player writes again.")


def _end_stand_in(post_: Post, game: t.Game, act: Act) -> Done:
    key = _seat(post_, game, act.seat)
    stand_in.by_host(post_, game, key, back=True)
    return Done(f"The player of {_name(post_, game, key)} is asked again.")


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
    key = _seat(post_, game, act.seat)
    lines = ruling.answer_for(post_, game, key, act.lines)
    name = _name(post_, game, key)
    return Done(f"Taken as orders for {name}, who is told.", tuple(lines))


def _end(post_: Post, game: t.Game, act: Act) -> Done:
    control.cancel(post_, game, act.because)
    return Done(f"{game.name} is cancelled.")


def _press(post_: Post, game: t.Game, act: Act) -> Done:
    if act.piece is None or act.piece.kind == "diary":
        raise Refused(Refusal("The host has no diary: only seats have."))
    spoken = press.speak(post_, game, Writer(HOST), act.piece)
    if spoken.press is None:
        raise Refused(Refusal(spoken.refused))
    shown = whom(spoken.press)
    names = [_name(post_, game, key) for key in shown["to"]]
    names += ["the author of anonymous press"] * bool(shown["hidden"])
    unread = [_name(post_, game, key) for key in spoken.unread]
    nobody = f" {listing(unread)} {'have' if len(unread) > 1 else 'has'} no player." * bool(unread)
    return Done(f"Sent to {'all' if shown['open'] else listing(names)}.{nobody}")


_ACTS: dict[str, Callable[[Post, t.Game, Act], Done]] = {
    "pause": _pause,
    "resume": _resume,
    "extend": _extend,
    "remind": _remind,
    "replace": _replace,
    "stand-in": _stand_in,
    "end stand-in": _end_stand_in,
    "undo": _undo,
    "rule": _rule,
    "answer": _answer,
    "end": _end,
    "press": _press,
}
