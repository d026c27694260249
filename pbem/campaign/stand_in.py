"""Stand-ins: the game's bot answers for a missing player until that player writes again."""

from collections.abc import Collection

from engine.core.decision import Refused, refuse
from engine.core.messages import message
from pbem.campaign import host_acts, turns
from pbem.campaign.lookup import punctuality
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING, GameTurn
from pbem.reports.mails import NoticeMail
from pbem.settings import attendance_policy
from pbem.store import tables as t


def has_missed(at: GameTurn, row: t.Window) -> None:
    """Note that a seat has missed a deadline; after several in a row a bot stands in."""
    seat = at.seats[row.seat]
    punctuality.note(seat, row, "missed")
    seat.missed += 1
    after = attendance_policy.restored(at.game.terms).stand_in_after
    if after and seat.missed >= after and not seat.stand_in and others_play(at, seat):
        begin(at, seat, "missed")


def others_play(at: GameTurn, seat: t.Seat) -> bool:
    """Tell whether anybody else is asked by mail; bots alone would play to the end."""
    return any(key != seat.key for key in at.humans)


def begin(at: GameTurn, seat: t.Seat, why: str, by: str = "bot") -> None:
    """Start answering the seat's questions in its player's place, and queue a notice about it. The
    host is told about a missing player. The caller plays on."""
    seat.stand_in, seat.stand_in_why = by, why
    if why == "missed" and not at.game.host_plays:  # a host who plays gets the notice to all
        lines = [message("host_note.bot_plays", who=seat.key)]
        outbox.tell_host(
            at.ctx, message("host_note.bot_plays_subject", who=seat.key), lines, game=at.game
        )
    at.session.note("stand_in", seat=seat.key, why=why, by=by)
    at.told.append(NoticeMail(act="stand_in", who=seat.key, why=why, by=by))


def end(at: GameTurn, seat: t.Seat) -> None:
    """Let the player answer for the seat again, and queue a notice about it. The caller plays
    on."""
    for feature in at.ctx.world.features:
        feature.player_is_back(at.ctx, at.game, seat)
    clear(seat)
    at.session.note("stand_in_ended", seat=seat.key)
    at.told.append(NoticeMail(act="stand_in_ended", who=seat.key))


def clear(seat: t.Seat) -> None:
    """Note that nobody stands in for the seat, and reset its missed deadlines."""
    seat.stand_in, seat.stand_in_why, seat.missed = "", "", 0


def player_is_back(ctx: Context, game: t.Game, seat: t.Seat, *, answered: bool = False) -> bool:
    """Note that the player has written and answers for the seat again; return whether somebody
    stood in. `answered`: another mail tells the player so."""
    seat.missed = 0
    if not seat.stand_in or game.status not in PLAYING:
        return False
    at = turns.at(ctx, game)
    end(at, at.seats[seat.key])
    go_on(at, apart_from=(seat.key,) if answered else ())
    return True


def by_host(ctx: Context, game: t.Game, key: str, *, back: bool, because: str = "") -> None:
    """Start or end a bot's standing in for a seat, as the host says. Raises Refused."""
    session = host_acts.playing(ctx, game, *PLAYING)
    at = turns.at(ctx, game, session)
    seat = at.seats[key]
    if seat.bot:
        raise Refused(refuse("refusal.played_by_a_bot", who=key))
    if back == (not seat.stand_in):
        raise Refused(refuse("refusal.stands_in_already", nobody=back, who=key))
    if not back and not others_play(at, seat):
        raise Refused(refuse("refusal.nobody_else_plays"))
    if back:
        end(at, seat)
    else:
        begin(at, seat, "host")
        at.told[-1].because = because
    go_on(at)


def go_on(at: GameTurn, *, apart_from: Collection[str] = ()) -> None:
    """Play on, and tell everybody; some seats are not told who stands in."""
    turns.go_on(at, closed="withdrawn")
    tell(at, apart_from=apart_from)
    turns.tell_all(at)


def tell(at: GameTurn, *, apart_from: Collection[str] = ()) -> None:
    """Tell everybody, except some, who stands in for whom, and who no longer does."""
    told = list(at.told)
    at.told.clear()
    for notice in told:
        host_acts.tell_all(at.ctx, at.game, at.session, notice, apart_from=apart_from)
