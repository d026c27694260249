"""Joining a table, and leaving it before the game starts."""

import json
from collections.abc import Mapping, Sequence

from sqlmodel import Session as Db

from engine.core.decision import Refused
from engine.core.game import Game
from pbem.campaign import game_store, seats
from pbem.campaign.lookup import punctuality
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import host_address, to_address, to_seat
from pbem.campaign.world import World
from pbem.features.joining import telling_the_host
from pbem.inbox import answer_limits
from pbem.inbox.hooks import Settles, first
from pbem.inbox.outcomes import ENOUGH, Outcome
from pbem.inbox.reading import invitation_answers, requests
from pbem.inbox.reading.requests import Command, Said
from pbem.mail import identity
from pbem.mail.incoming import InboundMail
from pbem.reports.languages.language import LanguageMissing, code_of
from pbem.reports.mail_parts import Punctuality
from pbem.reports.mails import (
    ConfirmMail,
    InvitationMail,
    JoinedMail,
    LeftMail,
    RefusedMail,
    WhyRefused,
)
from pbem.settings import attendance_policy, pacing
from pbem.settings.preferences import wish_in
from pbem.store import tables as t

MOST_SETTINGS = 12
"""How many lines with settings are kept until somebody has confirmed."""
CLOSED = ("running", "paused", "over", "cancelled", "moved")


def places(game: t.Game) -> int:
    """Count the places at the table."""
    seats: int | list[str] = json.loads(game.options)["seats"]
    return seats if isinstance(seats, int) else len(seats)


def free_keys(world: World, db: Db, game: t.Game) -> list[str]:
    """Return the powers that nobody has taken yet."""
    rules = world.games[game.kind]
    taken = {seat.key or seat.wished for seat in game_store.seats_of(db, game)}
    return [k for k in rules.seat_names(json.loads(game.options)) if k not in taken]


def join(ctx: Context, message: InboundMail, said: Said, command: Command) -> Outcome:
    """Ask somebody who wants to join to confirm it."""
    address = message.sender or ""
    return (
        ask_to_join(ctx, command, said, address)
        if answer_limits.may_answer(ctx, address)
        else ENOUGH
    )


def join_another(ctx: Context, _game: t.Game, seat: t.Seat, said: Said) -> Outcome | None:
    """Ask a player who wants to join, perhaps another game, to confirm it."""
    command, address = said.asks("join"), seat.address
    if command is None:
        return None
    if not answer_limits.may_answer(ctx, address, asked=True):
        return ENOUGH
    return ask_to_join(ctx, command, said, address)


def ask_to_join(ctx: Context, command: Command, said: Said, address: str) -> Outcome:
    """Ask somebody who wants a seat to confirm it, or say why they cannot have it."""
    world, db = ctx.world, ctx.db
    game = game_store.named(db, command.game)
    if game is None:
        return _refuse(ctx, None, address, "no_game", wanted=command.game or "")
    named = command.seat or ""
    return ask_for(
        ctx, game, _all_wanted(world.games[game.kind], game, named), said, address, named
    )


def ask_for(
    ctx: Context, game: t.Game, wishes_: Sequence[str], said: Said, address: str, named: str = ""
) -> Outcome:
    """Ask somebody who wants the first free one of these seats, or any, to confirm it, or say why
    they cannot have it. `named`: what they wrote, if it may be no seat."""
    world, db, free = ctx.world, ctx.db, free_keys(ctx.world, ctx.db, game)
    wanted = next((key for key in wishes_ if key in free), next(iter(wishes_), ""))
    if why := _why_not(world, db, game, address, named, wanted):
        return _refuse(ctx, game, address, why, wanted=wanted or named)
    newcomer = seats.request_seat(db, game, address, wanted)
    settle_wishes(newcomer, said)
    kept = dict.fromkeys((*newcomer.settings.splitlines(), *requests.settings_in(said)))
    newcomer.settings = "\n".join([*kept][-MOST_SETTINGS:])
    mail = ConfirmMail(
        wanted=wanted,
        taken=[key for key in wishes_ if key not in free],
        free=free,
        name=newcomer.name,
        words=newcomer.words,
        settings=newcomer.settings.splitlines(),
        spoken=_language_in(newcomer.settings.splitlines()),
        written=invitation_answers.language_of(ctx.lines),
    )
    ctx.write(mail, to_seat(game, newcomer))
    return Outcome("join_asked", game.name)


def _language_in(lines: Sequence[str]) -> str:
    """Return the code of the last language that lines with settings ask for; "" if none of them
    names a language for mails."""
    wishes = (wish_in(line) for line in reversed(lines))
    asked = next(
        (wish.changes["language"] for wish in wishes if wish and "language" in wish.changes), ""
    )
    try:
        return code_of(asked) if asked else ""
    except LanguageMissing:
        return ""


def settle_wishes(row: t.Entrant | t.Seat, said: Said) -> None:
    """Store the displayed name and the dice words that a mail gives."""
    row.name = identity.shown_name(said.settings.get("name", row.name))
    row.words = identity.strip_tags(said.settings.get("dice", row.words))


def confirm(ctx: Context, game: t.Game, newcomer: t.Entrant, said: Said) -> Outcome:
    """Handle the answer of somebody who was asked to confirm that they want to join.

    Everything confirms except `no` and `leave`; `join ... as` may name another seat.
    """
    world, db, address = ctx.world, ctx.db, newcomer.address
    rules = world.games[game.kind]
    wish = invitation_answers.read(
        said.lines, rules.words, invitation_answers.called(rules, json.loads(game.options))
    )
    if said.asks("no") or said.asks("leave") or wish.declines:
        return _go(ctx, game, newcomer)
    said_seat = next((key for key in wish.seats if wish.wants), newcomer.wished)
    if (again := said.asks("join")) and (again.game or "").lower() == game.name and again.seat:
        said_seat = again.seat
    wanted = _wanted(world.games[game.kind], game, said_seat)
    if why := _why_not(world, db, game, address, said_seat, wanted):
        why = "full" if why == "too_late" and game.started else why  # they had asked in time
        return _refuse(ctx, game, address, why, wanted=wanted or said_seat)
    settle_wishes(newcomer, said)
    newcomer.wished = wanted
    lines = (*newcomer.settings.splitlines(), *requests.settings_in(said))
    newcomer.settings = ""
    seat = seats.assign_seat(ctx, newcomer)
    settled = first(settle(ctx, seat, requests.read(lines)) for settle in _joined(ctx, lines))
    mail = JoinedMail(
        free=places(game) - len(game_store.seats_of(db, game)),
        commitment=game.commitment,
        name=seat.name,
        words=seat.words,
        wanted=seat.wished,
        punctual=_punctuality(ctx, address),
        settings=settled.rows if settled else [],
        problems=settled.problems if settled else [],
    )
    ctx.write(mail, to_seat(game, seat))
    if mail.free:
        telling_the_host.joined(ctx, game, seat, mail.free)
    return Outcome("joined", game.name)


def _joined(ctx: Context, lines: Sequence[str]) -> Sequence[Settles]:
    """Return the hooks that store settings, if there are any."""
    return ctx.world.features.inbox.joined if lines else ()


def leave(ctx: Context, _game: t.Game, seat: t.Seat, said: Said) -> Outcome | None:
    """Take a player out of the game that they want to leave, perhaps another one."""
    command, address = said.asks("leave"), seat.address
    if command is None:
        return None
    return (
        _leave(ctx, command, address)
        if answer_limits.may_answer(ctx, address, asked=True)
        else ENOUGH
    )


def _leave(ctx: Context, command: Command, address: str) -> Outcome:
    """Take a player out before the game starts. After that it is a resignation, which is handled
    elsewhere."""
    game = game_store.named(ctx.db, command.game)
    if game is None:
        return _refuse(ctx, None, address, "no_game", wanted=command.game or "")
    seat = seats.played_by(ctx.db, game, address)
    asked = seats.entrants(ctx.db, game, "asked", address=address)
    if not (seat or asked):
        return _refuse(ctx, game, address, "not_joined")
    if game.status in CLOSED:
        return _refuse(ctx, game, address, "cannot_leave")
    done = _go(ctx, game, seats.release_seat(ctx, game, seat) if seat else asked[0])
    if seat:
        free = places(game) - len(game_store.seats_of(ctx.db, game))
        telling_the_host.left(ctx, game, address, free)
    return done


def _go(ctx: Context, game: t.Game, newcomer: t.Entrant) -> Outcome:
    seats.mark_left(newcomer)
    ctx.write(LeftMail(), to_address(newcomer.address, game))
    return Outcome("left", game.name)


def _all_wanted(rules: Game, game: t.Game, said: str) -> list[str]:
    """Return the seats that somebody names, in the order of their wishes."""
    if one := _wanted(rules, game, said):
        return [one]
    called = invitation_answers.called(rules, json.loads(game.options))
    return list(invitation_answers.seats_in(said, rules.words, called))


def _wanted(rules: Game, game: t.Game, said: str) -> str:
    """Return the key of the seat that somebody names; empty if there is no such seat."""
    if not said:
        return ""
    called = invitation_answers.called(rules, json.loads(game.options))
    plain = "".join(filter(str.isalnum, said.casefold()))
    for key, seat in called.items():
        names = {key, rules.words.name(key)}
        if plain in {"".join(filter(str.isalnum, name.casefold())) for name in names}:
            return seat
    return _by_vocabulary(rules, said, called)


def _by_vocabulary(rules: Game, said: str, called: Mapping[str, str]) -> str:
    try:
        found = rules.words.key(said)
    except Refused:
        return ""
    return called.get(found, "")


def _why_not(
    world: World, db: Db, game: t.Game, address: str, said: str, wanted: str
) -> WhyRefused | None:
    """Return why an address cannot have the seat that it named (`said`), which has the key
    `wanted`."""
    if seats.played_by(db, game, address):
        return "already"
    if game.status == "cancelled":
        return "given_up"
    if game.status in CLOSED:
        return "too_late"
    if punctuality.falls_short(db, game, seats.person_at(db, address)):
        return "unpunctual"
    if said and not wanted:
        return "unknown_seat"
    if len(game_store.seats_of(db, game)) >= places(game):
        return "full"
    if wanted and wanted not in free_keys(world, db, game):
        return "taken"
    return None


def _refuse(
    ctx: Context, game: t.Game | None, address: str, why: WhyRefused, *, wanted: str = ""
) -> Outcome:
    mail = RefusedMail(
        why=why,
        free=free_keys(ctx.world, ctx.db, game) if game else [],
        wanted=wanted,
        begun=game is not None and game.status in CLOSED,
        punctual=_punctuality(ctx, address),
        least=attendance_policy.restored(game.terms).punctual if game else 0,
    )
    ctx.write(mail, to_address(address, game))
    return Outcome("join_refused", why)


def _punctuality(ctx: Context, address: str) -> Punctuality:
    person = seats.person_at(ctx.db, address)
    return punctuality.of_person(ctx.db, person.id if person else None)


def invite(ctx: Context, game: t.Game, address: str) -> None:
    """Invite somebody on the host's behalf. They can join by answering with `join`."""
    rules = ctx.world.games[game.kind]
    free, leads = free_keys(ctx.world, ctx.db, game), rules.leads(json.loads(game.options))
    mail = InvitationMail(
        seats=free,
        leads={seat: list(leads[seat]) for seat in free if len(leads.get(seat, ())) > 1},
        places=places(game),
        commitment=game.commitment,
        host=host_address(ctx.world) if ctx.world.config.moderator.host_in_invitations else "",
        new_dice=game.new_dice,
        pace=[*pacing.said(pacing.restored(game.pace))],
        terms=[*attendance_policy.said(attendance_policy.restored(game.terms))],
    )
    ctx.write(mail, to_address(address, game))
