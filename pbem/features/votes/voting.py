"""Proposing, voting and withdrawing a proposal. `closing` does what was decided."""

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Literal

from sqlmodel import col, func, select

from engine.core.decision import Refused, refuse
from engine.core.messages import message
from engine.core.session import Session
from pbem.campaign import deadline_arithmetic, game_data, game_store, host_acts
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.campaign.turns import PLAYING
from pbem.features.votes import closing, counting
from pbem.features.votes.counting import RULES
from pbem.inbox import answer_limits, denied_commands
from pbem.inbox.outcomes import Outcome, listed
from pbem.inbox.reading.requests import Command, Said
from pbem.reports.mail_parts import Vote
from pbem.reports.mails import VoteMail
from pbem.settings import attendance_policy
from pbem.settings.attendance_policy import Matter
from pbem.settings.pacing import restored
from pbem.store import tables as t

VERBS = ("propose", "vote", "withdraw")
SHORTEST = timedelta(hours=24)
"""How long a vote is open at least; it is open longer if an answer may take longer."""
PROPOSALS, WITHIN = 3, timedelta(days=7)
"""How many proposals a seat may make within this time."""
MOST_HOURS = 14 * 24
"""The most extra hours that can be proposed."""
LOOKED_AT = 5
"""How many of a seat's last questions are looked at: one must have been missed or answered late, or
be late now, for a vote to offer the seat to others."""

_WAYS: Mapping[Matter, re.Pattern[str]] = {
    "draw": re.compile(r"(?:an? |the )?draw(?: game)?", re.IGNORECASE),
    "end": re.compile(
        r"(?:an? |the |to )?(?:early )?end(?: (?:of )?(?:the )?game)?", re.IGNORECASE
    ),
    "extend": re.compile(
        r"(?:to )?extend(?: (?:the )?deadlines?)?(?: by)? (?P<what>\d{1,4} ?[a-z]+)", re.IGNORECASE
    ),
    "replace": re.compile(r"(?:to )?replace (?P<what>[^:]{1,60})", re.IGNORECASE),
}
_REASON = re.compile(
    r"[,;:.]? +(?:because(?: of)?|since|as|due to)\b[,:]?(?: +(?P<because>.+)|$)", re.IGNORECASE
)
"""A reason after what is proposed."""
NOT_UNDERSTOOD = refuse("refusal.cannot_be_proposed")
NO_VOTE = {
    "concerned": refuse("refusal.vote_on_your_seat"),
    "proposer": refuse("refusal.you_have_proposed_it"),
}


def handle(ctx: Context, game: t.Game, seat: t.Seat, said: Said) -> Outcome:
    """Do everything that a player's mail says about votes."""
    done = [_do(ctx, game, seat, one) for one in said.commands if one.verb in VERBS]
    return done[0] if len(done) == 1 else Outcome("vote", listed(done))


def _do(ctx: Context, game: t.Game, seat: t.Seat, command: Command) -> Outcome:
    """Do what a player says about one vote, or say why that is not possible."""
    try:
        if game.status not in PLAYING:
            raise Refused(refuse("refusal.nothing_to_vote_on"))
        return _ACTS[command.verb](ctx, game, seat, command)
    except Refused as refused:
        return denied_commands.deny(
            ctx, game, seat, [denied_commands.denied(command.text, refused.refusal)]
        )


# Proposing


def _propose(ctx: Context, game: t.Game, seat: t.Seat, command: Command) -> Outcome:
    proposed, because = _apart(command.said or "")
    matter, said = _matter(proposed)
    _check_kind(ctx, game, matter)
    if because and not attendance_policy.restored(game.terms).press:
        raise Refused(refuse("refusal.no_reason_without_press"))
    _check_number(ctx, game, seat)
    what = _CHECKED[matter](ctx, game, seat, said) if matter in _CHECKED else ""
    number = ctx.db.exec(select(func.count()).where(t.Vote.game_id == game.id)).one() + 1
    row = t.Vote(
        game_id=game.id,
        number=number,
        kind=matter,
        what=what,
        seat=seat.key,
        opened=ctx.now,
        due=max(ctx.now + SHORTEST, deadline_arithmetic.deadline(restored(game.pace), ctx.now)),
    )
    counting.put(row, row.seat, True)
    _check_voters(ctx, game, row)
    ctx.db.add(row)
    ctx.db.flush()
    session = closing.session_of(ctx, game)
    session.note("vote_opened", **counting.about(row))
    game_store.save(ctx.db, game, session)
    if not closing.decide(ctx, game, row):
        _ask_all(ctx, game, session, row, because)
    return Outcome("proposed", matter)


def is_matter(said: str) -> bool:
    """Tell whether this can be proposed, with a reason or without."""
    return any(form.fullmatch(_apart(said)[0]) for form in _WAYS.values())


def _apart(said: str) -> tuple[str, str]:
    """Split what is proposed from the reason for it; empty if there is no reason."""
    found = _REASON.search(said)
    if not found:
        return said.strip(), ""
    return said[: found.start()].strip(), (found["because"] or "").strip()


def _matter(said: str) -> tuple[Matter, str]:
    """Read what is proposed, and its argument. Raises Refused."""
    for matter, form in _WAYS.items():
        if found := form.fullmatch(said.strip()):
            return matter, (found.groupdict().get("what") or "").strip()
    raise Refused(NOT_UNDERSTOOD)


def _check_kind(ctx: Context, game: t.Game, matter: Matter) -> None:
    """Raise Refused if the game does not allow such votes, or if one is open."""
    if matter not in attendance_policy.restored(game.terms).votes:
        raise Refused(refuse("refusal.no_votes_on", on=matter))
    if row := next((row for row in counting.of_game(ctx.db, game) if row.kind == matter), None):
        raise Refused(refuse("refusal.vote_is_open", on=matter, number=row.number))


def _check_number(ctx: Context, game: t.Game, seat: t.Seat) -> None:
    """Raise Refused if the seat has made enough proposals lately."""
    count = select(func.count()).where(
        t.Vote.game_id == game.id,
        t.Vote.seat == seat.key,
        col(t.Vote.opened) > ctx.now - WITHIN,
    )
    if ctx.db.exec(count).one() >= PROPOSALS:
        slots = {"count": PROPOSALS, "days": WITHIN.days}
        raise Refused(refuse("refusal.enough_proposals", **slots))


def _hours(_post: Context, _game: t.Game, _seat: t.Seat, said: str) -> str:
    """Read how many more hours are asked for. Raises Refused."""
    hours = host_acts.hours_of(said)
    if hours > MOST_HOURS:
        raise Refused(refuse("refusal.vote_on_fewer_days", days=MOST_HOURS // 24))
    return str(hours)


def _late_seat(ctx: Context, game: t.Game, seat: t.Seat, said: str) -> str:
    """Find the seat that is to be offered to others. Raises Refused."""
    seats = {row.key: row for row in game_store.seats_of(ctx.db, game) if row.key}
    words = game_data.words_of(ctx.db, game, ctx.world.games)
    key = words.key(said, list(seats))
    one = seats[key]
    if key == seat.key:
        raise Refused(refuse("refusal.resign_your_own"))
    if one.bot:
        raise Refused(refuse("refusal.played_by_a_bot", who=key))
    if one.offered:
        raise Refused(refuse("refusal.seat_is_offered", who=key))
    if not _has_been_late(ctx, game, one):
        raise Refused(refuse("refusal.has_not_been_late", who=key, count=LOOKED_AT))
    return key


def _has_been_late(ctx: Context, game: t.Game, seat: t.Seat) -> bool:
    open_ = game_store.open_windows(ctx.db, game)
    if seat.stand_in_why == "missed" or any(row.late and row.seat == seat.key for row in open_):
        return True
    last = select(t.Window.punctual).where(
        t.Window.game_id == game.id,
        t.Window.seat == seat.key,
        t.Window.person_id == seat.person_id,
        t.Window.punctual != "",
    )
    looked_at = ctx.db.exec(last.order_by(col(t.Window.id).desc()).limit(LOOKED_AT))
    return any(how != "on time" for how in looked_at)


_CHECKED: Mapping[Matter, Callable[[Context, t.Game, t.Seat, str], str]] = {
    "extend": _hours,
    "replace": _late_seat,
}


def _check_voters(ctx: Context, game: t.Game, row: t.Vote) -> None:
    """Raise Refused if too few seats could vote."""
    counted = counting.voters(row, game_store.seats_of(ctx.db, game))
    if len(counted) < RULES[counting.matter(row)].least:
        raise Refused(refuse("refusal.too_few_to_vote"))


def _ask_all(ctx: Context, game: t.Game, session: Session, row: t.Vote, because: str) -> None:
    """Tell everybody about the proposal and its reason, and ask those who have a vote."""
    for seat in game_store.seats_of(ctx.db, game):
        if not seat.bot:
            asked = seat.key not in (row.seat, counting.left_out(row))
            _write(ctx, game, session, seat, row, "opened", asked=asked, because=because)


def _write(
    ctx: Context,
    game: t.Game,
    session: Session,
    seat: t.Seat,
    row: t.Vote,
    step: Literal["opened", "cast"],
    *,
    asked: bool,
    because: str = "",
) -> None:
    """Write a mail about a vote; a `yes` or `no` to it counts as a vote."""
    mail = VoteMail(
        position=outbox.position(ctx, game, session, seat.key),
        step=step,
        proposal=Vote(**counting.about(row)),
        asked=asked,
        everybody=RULES[counting.matter(row)].everybody,
        because=because,
    )
    ctx.write(mail, to_seat(game, seat), confirms=[counting.line(row)])


# Voting


def _vote(ctx: Context, game: t.Game, seat: t.Seat, command: Command) -> Outcome:
    row = _meant(ctx, game, command.said)
    ballot = (command.ballot or "").lower().startswith("y")
    if counting.left_out(row) == seat.key:
        raise Refused(NO_VOTE[RULES[counting.matter(row)].without])
    counting.put(row, seat.key, ballot)
    ctx.db.flush()
    if not closing.decide(ctx, game, row) and answer_limits.may_answer(
        ctx, seat.address, asked=True
    ):
        session = closing.session_of(ctx, game)
        _write(ctx, game, session, seat, row, "cast", asked=True)
    return Outcome("voted", "yes" if ballot else "no")


def _meant(ctx: Context, game: t.Game, said: str | None) -> t.Vote:
    """Find the open vote that is meant. Raises Refused."""
    open_ = counting.of_game(ctx.db, game)
    if said and (number := re.search(r"\d{1,6}$", said)) and "extend" not in said.lower():
        return _of_number(ctx, game, int(number[0]))
    if said:
        plain = said.lower()
        open_ = [row for row in open_ if re.search(rf"\b{row.kind}\b", plain)]
    if len(open_) > 1:
        listed = tuple(
            message("how.vote_numbered", number=row.number, on=counting.matter(row))
            for row in open_
        )
        raise Refused(refuse("refusal.several_votes", votes=listed))
    if not open_:
        raise Refused(refuse("refusal.no_such_vote"))
    return open_[0]


def _of_number(ctx: Context, game: t.Game, number: int) -> t.Vote:
    rows = select(t.Vote).where(t.Vote.game_id == game.id, t.Vote.number == number)
    row = ctx.db.exec(rows).first()
    if row is None:
        raise Refused(refuse("refusal.no_vote_of_number", number=number))
    if row.state != "open":
        slots = {"on": counting.matter(row), "how": row.state}
        raise Refused(refuse("refusal.vote_is_closed", **slots))
    return row


def _withdraw(ctx: Context, game: t.Game, seat: t.Seat, command: Command) -> Outcome:
    mine = [row for row in counting.of_game(ctx.db, game) if row.seat == seat.key]
    row = mine[0] if len(mine) == 1 and not command.said else _meant(ctx, game, command.said)
    if row.seat != seat.key:
        raise Refused(refuse("refusal.only_proposer_withdraws"))
    closing.close(ctx, game, row, "withdrawn")
    return Outcome("withdrew")


_ACTS: Mapping[str, Callable[[Context, t.Game, t.Seat, Command], Outcome]] = {
    "propose": _propose,
    "vote": _vote,
    "withdraw": _withdraw,
}
