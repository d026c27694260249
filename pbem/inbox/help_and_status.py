"""Answers to what a player asks the moderator: help, status, orders?, resend, clear, history.

Any changes a mail makes are done before (`pbem.inbox.precedence_in_players_mails`); this only
reports.
"""

import dataclasses
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from msgspec.structs import replace

from engine.core.decision import refuse
from engine.core.messages import text
from engine.core.record import Diverged
from pbem.campaign import clocks, game_data, game_store, seats, turns
from pbem.campaign.feature import merged
from pbem.campaign.lookup import history, punctuality
from pbem.campaign.mails import delivery_status, outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.campaign.turns import PLAYING, GameTurn
from pbem.campaign.world import World
from pbem.inbox import denied_commands
from pbem.inbox.hooks import Answer
from pbem.inbox.outcomes import Outcome
from pbem.inbox.reading.requests import Command, Said
from pbem.reports import stored_mails
from pbem.reports.mail_parts import Free, Position, SeatTold
from pbem.reports.mails import (
    DigestMail,
    FinalMail,
    HeldMail,
    HelpMail,
    PlayMail,
    ReportMail,
    StatusMail,
)
from pbem.settings import attendance_policy
from pbem.store import tables as t

MOST = 5
"""How many requests of one mail are answered."""


def _answers(world: World) -> Mapping[str, Answer]:
    """Return the functions that answer requests, by verb."""
    return {**_ANSWERS, **world.features.inbox.answers}


def requests_in(world: World, said: Said) -> list[Command]:
    """Find the commands of a mail that are answered by a mail."""
    answers = _answers(world)
    told = "preferences" if said.asks("prefer") else ""
    asked = (command for command in said.commands if command.verb != told)
    return [command for command in asked if command.verb in answers][:MOST]


def answer_request(ctx: Context, game: t.Game, seat: t.Seat, said: Said) -> list[Outcome]:
    """Answer each request of a mail; if there is none, show how things stand, and say that nothing
    in the mail had an effect."""
    unused = None if said.settings else "\n".join(said.lines)
    wanted = requests_in(ctx.world, said) or [Command("status", "", said=unused)]
    if len(said) == 1 and wanted[0].verb == "help":  # nothing distinguishes that line
        wanted = [dataclasses.replace(wanted[0], text="")]
    answers = _answers(ctx.world)
    return [answers[command.verb](ctx, game, seat, command) for command in wanted]


def _help(ctx: Context, game: t.Game, seat: t.Seat, command: Command) -> Outcome:
    rules = game_data.its_rules(ctx.db, game, ctx.world.games[game.kind])
    mail = HelpMail(
        rules=rules.rules_facts(json.loads(game.options)),
        topic=command.topic or "",
        asked=command.text,
        press=[*attendance_policy.said_of_press(attendance_policy.restored(game.terms))],
    )
    ctx.write(mail, to_seat(game, seat))
    return Outcome("help")


def _status(ctx: Context, game: t.Game, seat: t.Seat, command: Command) -> Outcome:
    """Tell how a game stands: this one, or another that is named, if the player has a seat
    there."""
    named = game_store.named(ctx.db, command.game) if command.game else None
    if named is not None and named.id != game.id:
        there = seats.played_by(ctx.db, named, seat.address)
        if there is None:
            return _no_seat(ctx, game, seat, named, command)
        game, seat = named, there
    mail = status(ctx, game, seat)
    if command.text:
        mail.asked = command.text
    elif command.said is not None:
        mail.unused = command.said.splitlines()
    ctx.write(mail, to_seat(game, seat))
    return Outcome("status")


def _no_seat(ctx: Context, game: t.Game, seat: t.Seat, named: t.Game, command: Command) -> Outcome:
    """Say that a player has no seat in the game that they ask about."""
    played = (
        ctx.db.get_one(t.Game, row.game_id) for row in seats.played_from(ctx.db, seat.address)
    )
    names = text(", ".join(one.name for one in played))
    why = refuse("refusal.no_seat_there", name=text(named.name), games=names)
    return denied_commands.deny(ctx, game, seat, [denied_commands.denied(command.text, why)])


def status(ctx: Context, game: t.Game, seat: t.Seat) -> StatusMail:
    """Return how a game stands, for one of its seats."""
    away = merged(each.away(ctx.db, game) for each in ctx.world.features)
    state = "stopped" if game.stopped else game.status
    playing, known = game.status in PLAYING, delivery_status.of_last(ctx.db, game, seat)
    mail = StatusMail(
        state="joining" if state == "open" else state,
        windows=game.windows,
        seats=[_seat(ctx, s, away.get(s.key)) for s in game_store.seats_of(ctx.db, game)],
        delivered=known if known and (playing or known.kind == "final") else None,
    )
    if playing:
        at = turns.at(ctx, game)
        mail.position, mail.question = at.position(seat), at.owed(seat.key)
    return mail


def _seat(ctx: Context, seat: t.Seat, away: datetime | None) -> SeatTold:
    """Describe who plays a seat, how punctual they are, and what answers while they do not."""
    return SeatTold(
        seat=seat.key or seat.wished or None,
        person=seat.name,
        bot=seat.bot,
        stand_in=seat.stand_in,
        away=clocks.iso(away),
        punctual=punctuality.of_person(ctx.db, seat.person_id),
    )


def _orders(ctx: Context, game: t.Game, seat: t.Seat, command: Command) -> Outcome:
    if game.status not in PLAYING:
        return _status(ctx, game, seat, command)
    at = turns.at(ctx, game)
    due = clocks.deadlines_of(game, at.windows)
    mail = HeldMail(
        question=at.owed(seat.key),
        held=turns.held(at, seat.key),
        position=Position(waiting=outbox.waited_for(at.session, due, apart_from=seat.key)),
    )
    ctx.write(mail, to_seat(game, seat))
    return Outcome("orders_listed")


def _history(ctx: Context, game: t.Game, seat: t.Seat, command: Command) -> Outcome:
    ctx.write(history.tell(ctx, game, seat.key, command.said or ""), to_seat(game, seat))
    return Outcome("history")


def _resend(ctx: Context, game: t.Game, seat: t.Seat, command: Command) -> Outcome:
    if game.status == "over" and (end := _end_again(ctx, game, seat)):
        ctx.write(end, to_seat(game, seat))
        return Outcome("resent")
    if game.status not in PLAYING:
        return _status(ctx, game, seat, command)
    write_report(turns.at(ctx, game), seat, with_map=command.topic is not None)
    return Outcome("resent")


def _end_again(ctx: Context, game: t.Game, seat: t.Seat) -> FinalMail | None:
    """Make the final report again, with the result alone if the text of the first one is not kept;
    None if there was none, as players or the host ended the game, or if the installed rules no
    longer fit it."""
    try:
        at = turns.at(ctx, game)
    except Diverged:
        return None
    if not at.session.over:
        return None
    told = _last_told(ctx, game, seat, ("final",))
    final = partial(FinalMail, revealed=turns.revealed(ctx, game))
    return replace(turns.report(at, seat, final), events=told)


def write_report(at: GameTurn, seat: t.Seat, *, with_map: bool = False) -> None:
    """Write a seat its last report again, with the current position and its question."""
    key, told = seat.key, _last_told(at.ctx, at.game, seat, ("report", "started", "digest"))
    mail = turns.report(at, seat, ReportMail)
    mail.question, mail.with_map, mail.whole = at.owed(key, form=True), with_map, True
    mail.events = told + mail.events
    rows = {row.seat: row.number for row in at.windows}
    at.ctx.write(mail, to_seat(at.game, seat), window=rows.get(key))


def _last_told(ctx: Context, game: t.Game, seat: t.Seat, kinds: Sequence[str]) -> list[Free]:
    """Return the events that the last mail of these kinds told the seat."""
    last = delivery_status.last(ctx.db, game, seat, kinds)
    mail = stored_mails.restored(last.kind, last.payload) if last and last.payload else None
    chapters = mail.games if isinstance(mail, DigestMail) else [mail]
    told = (each for each in chapters if isinstance(each, PlayMail))
    return next((each.events for each in told if each.game and each.game.name == game.name), [])


_ANSWERS: dict[str, Answer] = {
    "clear": _orders,
    "orders?": _orders,
    "status": _status,
    "resend": _resend,
    "help": _help,
    "history": _history,
}
