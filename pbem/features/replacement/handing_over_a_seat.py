"""A new player for a seat: invited by the host, seated once they confirm.

Until then the seat stays with its present player, so no game waits for an answer to an invitation.
"""

from engine.core.decision import Refused, refuse
from engine.core.messages import message, text
from pbem.campaign import game_store, host_acts, seats, turns
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import HOST, is_host, to_address
from pbem.campaign.turns import PLAYING
from pbem.features.replacement import handover_mail, offers
from pbem.inbox import answer_limits
from pbem.inbox.outcomes import ENOUGH, Outcome
from pbem.inbox.reading import invitation_answers, yes_in_other_words
from pbem.inbox.reading.other_languages import in_english
from pbem.inbox.reading.requests import Said
from pbem.mail import identity
from pbem.reports.mails import LeftMail, NoticeMail, RefusedMail, WhyRefused
from pbem.store import tables as t


def invite(
    ctx: Context, game: t.Game, key: str, address: str, because: str = ""
) -> tuple[str, ...]:
    """Invite somebody to take over a seat. An earlier invitation to it becomes void, and whoever
    had it is told; return their addresses. Raises Refused."""
    session = host_acts.playing(ctx, game, *PLAYING)
    newcomer = _address(ctx, game, address)
    seat = game_store.seat_of(ctx.db, game, key)
    withdrawn = offers.withdraw(ctx, game, seat, to=newcomer)
    offers.invited(ctx, game, key, newcomer, because)
    session.note("new_player_sought", seat=key, because=because)
    game_store.save(ctx.db, game, session)
    return withdrawn


def _address(ctx: Context, game: t.Game, said: str) -> str:
    """Return the newcomer's address. Raises Refused."""
    address, own = identity.normalise(said), ctx.world.config.moderator.address
    if bare := identity.bare(said):
        raise Refused(refuse("refusal.bare_address", bare=text(bare)))
    if address is not None and identity.is_local(address, own):
        raise Refused(refuse("refusal.local_address", said=text(said)))
    if address is None or identity.is_ours(address, own):
        raise Refused(refuse("refusal.no_players_address", said=text(said)))
    if seats.played_by(ctx.db, game, address):
        slots = {"address": text(address), "name": text(game.name)}
        raise Refused(refuse("refusal.has_a_seat", **slots))
    return address


def handle(ctx: Context, game: t.Game, newcomer: t.Entrant, said: Said) -> Outcome:
    """Handle a newcomer's answer: `yes`, in whatever words, takes over the seat."""
    if said.asks("no") or said.asks("leave") or _declines(ctx, game, newcomer, said):
        return _declined(ctx, game, newcomer)
    if game.status not in PLAYING:
        return _refused(ctx, game, newcomer, "over")
    if seats.played_by(ctx.db, game, newcomer.address):
        return _refused(ctx, game, newcomer, "already")
    agrees = said.asks("yes") or said.asks("join") or takes(said)
    if agrees or yes_in_other_words.read(said.lines):
        return seated(ctx, game, newcomer, said)
    if not answer_limits.may_answer(ctx, newcomer.address):
        return ENOUGH
    why = game_store.seat_of(ctx.db, game, newcomer.wished).offered
    offers.ask(ctx, game, newcomer, offered=why, unclear=bool(said.lines))
    return Outcome("takeover_asked", game.name)


def _declines(ctx: Context, game: t.Game, newcomer: t.Entrant, said: Said) -> bool:
    """Tell whether a newcomer's answer says no in other words."""
    rules = ctx.world.games[game.kind]
    wished = {newcomer.wished: newcomer.wished}
    return invitation_answers.read(said.lines, rules.words, wished).declines


def takes(said: Said) -> bool:
    """Tell whether an answer says `take Spain`, as offers do."""
    return any(in_english(line).lower().split()[:1] == ["take"] for line in said.lines)


def _declined(ctx: Context, game: t.Game, newcomer: t.Entrant) -> Outcome:
    seats.mark_left(newcomer)
    asked = seats.entrants(ctx.db, game, "invited", wished=newcomer.wished)
    if asked and game_store.seat_of(ctx.db, game, newcomer.wished).offered:
        return _left(ctx, game, newcomer)
    who = newcomer.wished
    lines = [message("host_note.not_taken", who=who, address=text(newcomer.address))]
    outbox.tell_host(ctx, message("host_note.not_taken_subject", who=who), lines, game=game)
    return _left(ctx, game, newcomer)


def _left(ctx: Context, game: t.Game, newcomer: t.Entrant) -> Outcome:
    ctx.write(LeftMail(declined=newcomer.wished), to_address(newcomer.address, game))
    return Outcome("declined", game.name)


def _refused(ctx: Context, game: t.Game, newcomer: t.Entrant, why: WhyRefused) -> Outcome:
    seats.mark_left(newcomer)
    mail = RefusedMail(why=why, wanted=newcomer.wished, begun=True)
    ctx.write(mail, to_address(newcomer.address, game))
    return Outcome("join_refused", why)


def seated(ctx: Context, game: t.Game, newcomer: t.Entrant, said: Said) -> Outcome:
    """Give the seat to a newcomer. All mails to the old player become void, and so does an answer
    of theirs that still waits for the answers of others."""
    key, begun = newcomer.wished, turns.at(ctx, game)
    seat = begun.seats[key]
    former, left = seat.address, turns.held(begun, key)
    offers.withdraw(ctx, game, seat, to=newcomer.address)
    name = identity.shown_name(said.settings.get("name", newcomer.name))
    seats.change_player(ctx, game, seat, newcomer, name)
    begun.kept.pop(key, None)
    begun.session.withdraw(key)
    begun.session.note("taken_over", seat=key)
    turns.go_on(begun)
    by = HOST if is_host(ctx.world, seat.address) else ""
    told = NoticeMail(act="replaced", who=key, name=seat.name, by=by)
    host_acts.tell_all(ctx, game, begun.session, told, apart_from=[key])
    if former:
        ctx.write(told, to_address(former, game))
    handover_mail.hand_over(begun, seat, left)
    begun.opened.pop(key, None)
    turns.tell_all(begun, receipt_to=key)
    for feature in ctx.world.features:
        feature.seat_passed_on(ctx, game, key)
    return Outcome("took_over", key)
