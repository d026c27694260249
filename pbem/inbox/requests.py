"""Answers to what a player asks the moderator: help, status, orders?, resend, clear, history.

What a mail changes is done before (`pbem.inbox.members`); here it is only told.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pbem.campaign import game_data, game_store, turns
from pbem.campaign.feature import merged
from pbem.campaign.lookup import history, punctuality
from pbem.campaign.mails import delivery, outbox
from pbem.campaign.mails.outbox import Context, Payload
from pbem.campaign.turns import PLAYING, GameTurn
from pbem.campaign.world import World
from pbem.inbox import hooks
from pbem.inbox.commands import Command, Said
from pbem.inbox.hooks import Answer
from pbem.reports import stored_mails
from pbem.reports.mails import DigestMail, PlayMail
from pbem.settings import attendance_policy
from pbem.store import tables as t

MOST = 5
"""Requests of one mail that are answered."""


def _answers(world: World) -> Mapping[str, Answer]:
    """What answers each request, by verb."""
    return _ANSWERS | merged(each.answers for each in hooks.of(world))


def requests_in(world: World, said: Said) -> list[Command]:
    """The commands of a mail that are answered by a mail."""
    answers = _answers(world)
    told = "preferences" if said.asks("prefer") else ""
    asked = (command for command in said.commands if command.verb != told)
    return [command for command in asked if command.verb in answers][:MOST]


def answer_request(ctx: Context, game: t.Game, seat: t.Seat, said: Said) -> str:
    """Answer each command of a mail, or with nothing asked, show how things stand, and say that
    nothing in the mail did anything."""
    unused = None if said.settings else "\n".join(said.lines)
    wanted = requests_in(ctx.world, said) or [Command("status", "", said=unused)]
    answers = _answers(ctx.world)
    done = [answers[command.verb](ctx, game, seat, command) for command in wanted]
    return ", ".join(dict.fromkeys(done))


def _help(ctx: Context, game: t.Game, seat: t.Seat, command: Command) -> str:
    rules = game_data.its_rules(ctx.db, game, ctx.world.games[game.kind])
    payload = {
        **outbox.about_seat(ctx.world, game, seat),
        "rules": rules.rules_facts(json.loads(game.options)),
        "about": {
            "topic": command.topic or "",
            "asked": command.text,
            "press": attendance_policy.said_of_press(attendance_policy.restored(game.terms)),
        },
    }
    _write(ctx, "help", game, seat, payload)
    return "help sent"


def _status(ctx: Context, game: t.Game, seat: t.Seat, command: Command) -> str:
    payload = status(ctx, game, seat)
    if command.text:
        payload["about"]["asked"] = command.text
    elif command.said is not None:
        payload["about"]["unused"] = command.said.splitlines()
    _write(ctx, "status", game, seat, payload)
    return "status sent"


def status(ctx: Context, game: t.Game, seat: t.Seat) -> Payload:
    """How a game stands, for one of its seats."""
    seats = game_store.seats_of(ctx.db, game)
    notes = merged(each.waiting_notes(ctx.db, game) for each in ctx.world.features)
    state = "held" if game.held else game.status
    about = {
        "state": "joining" if state == "open" else state,
        "windows": game.windows,
        "seats": [_seat(ctx, s, notes.get(s.key, {})) for s in seats],
        "delivered": delivery.of_last(ctx.db, game, seat),
    }
    payload = {**outbox.about_seat(ctx.world, game, seat), "about": about}
    if game.status in PLAYING:
        at = turns.at(ctx, game)
        payload |= at.about(seat) | at.owed(seat.key)
    return payload


def _seat(ctx: Context, seat: t.Seat, notes: Payload) -> Payload:
    """Who plays a seat, how punctual he is, and what answers while he does not; `notes` are what
    features say of it."""
    return {
        "seat": seat.key or seat.wished or None,
        "person": seat.name,
        "bot": seat.bot,
        "stand_in": seat.stand_in,
        "away": None,
        "punctual": punctuality.of_person(ctx.db, seat.person_id).shown(),
        **notes,
    }


def _orders(ctx: Context, game: t.Game, seat: t.Seat, command: Command) -> str:
    if game.status not in PLAYING:
        return _status(ctx, game, seat, command)
    at = turns.at(ctx, game)
    payload = {
        **outbox.about_seat(ctx.world, game, seat),
        **at.owed(seat.key),
        "held": turns.held(at, seat.key),
        "waiting": outbox.waited_for(
            at.session, outbox.deadlines(game, at.windows), apart_from=seat.key
        ),
    }
    _write(ctx, "held", game, seat, payload)
    return "held orders listed"


def _history(ctx: Context, game: t.Game, seat: t.Seat, command: Command) -> str:
    about = history.tell(ctx, game, seat.key, command.said or "")
    payload = {**outbox.about_seat(ctx.world, game, seat), "about": about}
    _write(ctx, "history", game, seat, payload)
    return "history told"


def _resend(ctx: Context, game: t.Game, seat: t.Seat, command: Command) -> str:
    if game.status not in PLAYING:
        return _status(ctx, game, seat, command)
    write_report(turns.at(ctx, game), seat, {"with_map": command.topic is not None})
    return "report sent again"


def write_report(at: GameTurn, seat: t.Seat, about: Payload | None = None) -> None:
    """The last report to a seat, with where it stands now and what is asked of it."""
    key, told = seat.key, _last_told(at.post, at.game, seat)
    payload = turns.report(at, seat) | at.owed(key, form=True) | {"about": about or {}}
    payload["events"] = told + payload["events"]
    rows = {row.seat: row.number for row in at.windows}
    _write(at.post, "report", at.game, seat, payload, rows.get(key))


def _last_told(ctx: Context, game: t.Game, seat: t.Seat) -> list[dict[str, Any]]:
    """What the last report, or digest, told the seat."""
    last = delivery.last(ctx.db, game, seat, ("report", "started", "digest"))
    mail = stored_mails.restored(last.kind, last.payload) if last else None
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


def _write(
    ctx: Context, kind: str, game: t.Game, seat: t.Seat, payload: Payload, window: int | None = None
) -> None:
    ctx.write(kind, seat.address, payload, game=game, seat=seat.key, window=window)
