"""What each host command does to a game."""

from collections.abc import Mapping

from engine.core.decision import Refused, refuse
from engine.core.messages import message, text
from pbem.campaign import host_acts, reminders, stand_in
from pbem.campaign.feature import Done, HostHandler
from pbem.campaign.mails.outbox import Context
from pbem.features.host import rulings, undoing
from pbem.inbox.reading.hosts_grammar import HostCommand
from pbem.store import tables as t


def _pause(ctx: Context, game: t.Game, act: HostCommand) -> Done:
    host_acts.pause(ctx, game, act.because)
    return Done(message("done.paused", name=text(game.name)))


def _resume(ctx: Context, game: t.Game, _act: HostCommand) -> Done:
    host_acts.resume(ctx, game)
    return Done(message("done.resumed", name=text(game.name)))


def _extend(ctx: Context, game: t.Game, act: HostCommand) -> Done:
    hours = host_acts.hours_of(act.what)
    host_acts.extend(ctx, game, hours, act.because)
    return Done(message("done.extended", hours=hours))


def _remind(ctx: Context, game: t.Game, act: HostCommand) -> Done:
    seats = [host_acts.seat_named(ctx, game, one) for one in act.seats]
    reminded = reminders.send(ctx, game, seats)
    return Done(message("done.reminded", seats=tuple(reminded)))


def _stand_in(ctx: Context, game: t.Game, act: HostCommand) -> Done:
    key = host_acts.seat_named(ctx, game, act.seat)
    stand_in.by_host(ctx, game, key, back=False, because=act.because)
    return Done(message("done.stands_in", who=key))


def _end_stand_in(ctx: Context, game: t.Game, act: HostCommand) -> Done:
    key = host_acts.seat_named(ctx, game, act.seat)
    stand_in.by_host(ctx, game, key, back=True)
    return Done(message("done.asked_again", who=key))


def _undo(ctx: Context, game: t.Game, act: HostCommand) -> Done:
    line = int(act.what)
    try:
        undoing.undo(ctx, game, line, act.because)
    except Refused as refused:
        raise _with_choice(ctx, game, refused) from None
    return Done(message("done.undone", name=text(game.name), line=line))


def _with_choice(ctx: Context, game: t.Game, refused: Refused) -> Refused:
    """Add the lines that could be undone to the answer."""
    listed = undoing.standing_choices(ctx, game, 4)
    lines = tuple(text(f"{n} ({what})") for n, what in listed)
    why = refused.refusal.message
    return Refused(refuse("refusal.no_line_to_undo", why=why, lines=lines)) if lines else refused


def _rule(ctx: Context, game: t.Game, act: HostCommand) -> Done:
    said = rulings.rule(ctx, game, act.what, act.because)
    return Done(message("done.ruled", change=text(said)))


def _answer(ctx: Context, game: t.Game, act: HostCommand) -> Done:
    key = host_acts.seat_named(ctx, game, act.seat)
    lines = rulings.answer_for(ctx, game, key, act.lines)
    return Done(message("done.answered", who=key), tuple(lines))


def _end(ctx: Context, game: t.Game, act: HostCommand) -> Done:
    host_acts.cancel(ctx, game, act.because)
    return Done(message("done.cancelled", name=text(game.name)))


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
