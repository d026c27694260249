"""Mails without a valid tag: strangers may ask for a few things, and nothing from players is
applied before a `yes`."""

import dataclasses
from collections.abc import Sequence
from datetime import timedelta

from sqlmodel import col, select

from engine.core.messages import message, text
from pbem.campaign import game_store
from pbem.campaign.mails import recipients
from pbem.campaign.mails.recipients import to_address
from pbem.campaign.turns import PLAYING
from pbem.inbox import answer_limits, denied_commands, games_meant, permissions, senders
from pbem.inbox.help_and_status import answer_request, requests_in
from pbem.inbox.hooks import first
from pbem.inbox.host.trusting_the_host import not_understood
from pbem.inbox.orders import show_for_yes
from pbem.inbox.outcomes import ENOUGH, Outcome
from pbem.inbox.players_commands import COMMANDS, Who
from pbem.inbox.reading import mails as reading
from pbem.inbox.reading import requests, strangers_wishes
from pbem.inbox.senders import Untagged
from pbem.inbox.verdicts import Received, Verdict, done, done_if, ignored
from pbem.mail import authentication
from pbem.reports.mails import HelpMail, StrangerMail, UnreadableMail
from pbem.store import tables as t

Pair = tuple[t.Game, t.Seat]
A_DAY = timedelta(days=1)


def invited(mail: Received) -> Verdict | None:
    """Judge an answer to an invitation."""
    join = mail.said.asks("join")
    fits = join is not None and game_store.named(mail.ctx.db, join.game) is not None
    if fits or mail.said.asks("help"):
        return None
    invited = mail.ctx.world.features.inbox.invited
    return done_if(first(does(mail.ctx, mail.message, mail.said) for does in invited))


def chatter(mail: Received) -> Verdict | None:
    """Ignore `join us` in a stranger's subject, which is no wish to join unless it names a game."""
    join = mail.said.asks("join")
    if join is None or isinstance(mail.sender, Untagged):
        return None
    written = {line.strip().rstrip(".!").strip() for line in mail.message.lines}
    if join.text in written or game_store.named(mail.ctx.db, join.game):
        return None
    return _told_what_this_is(mail) or ignored("unknown_game")


def public_command(mail: Received) -> Verdict | None:
    """Do a command that anybody may send."""
    return _first(mail, "anybody")


def reader_command(mail: Received) -> Verdict | None:
    """Do a command of somebody who gets the public reports of a game."""
    return _first(mail, "readers")


def _first(mail: Received, who: Who) -> Verdict | None:
    """Do the first command in the mail that these people may send, in the order of the table."""
    handlers = mail.ctx.world.features.inbox.public_commands
    verbs = (verb for verb in permissions.allowed_to(who) if verb in handlers)
    asked = ((verb, command) for verb in verbs if (command := mail.said.asks(verb)))
    results = (handlers[v](mail.ctx, mail.message, mail.said, command) for v, command in asked)
    return done_if(first(results))


def help_wanted(mail: Received) -> Verdict | None:
    """Answer a stranger who asks for help."""
    if not mail.said.asks("help"):
        return None
    if not answer_limits.may_answer(mail.ctx, mail.address):
        return done(ENOUGH)
    mail.ctx.write(HelpMail(), to_address(mail.address))
    return done(Outcome("help"))


def former_player(mail: Received) -> Verdict | None:
    """Answer the address of somebody who no longer plays."""
    former, games = mail.ctx.world.features.inbox.former_player, games_meant.spoken_of(mail)
    return done_if(first(answer(mail.ctx, mail.message, games) for answer in former))


def in_another_game(mail: Received) -> Verdict | None:
    """Judge a player's mail about a game in which they have no seat: it is not about their own
    games."""
    games = games_meant.without_seat(mail)
    if not games:
        return None
    steps = (reader_command, former_player, not_understood, help_wanted)
    return next(filter(None, (step(mail) for step in steps)), None) or _tell_no_seat(mail, games)


def _tell_no_seat(mail: Received, games: Sequence[t.Game]) -> Verdict:
    if not answer_limits.may_answer(mail.ctx, mail.address):
        return done(ENOUGH)
    named, played = (text(", ".join(game.name for game in each)) for each in (games, _played(mail)))
    reason = message("unusable.no_seat", named=named, games=played)
    told = UnreadableMail(reason=reason, subject=mail.message.subject)
    mail.ctx.write(told, to_address(mail.address))
    return done(Outcome("no_seat"))


def _played(mail: Received) -> list[t.Game]:
    """Return the games in which a player without a tag has a seat."""
    seats = mail.sender.seats if isinstance(mail.sender, Untagged) else ()
    return [mail.ctx.db.get_one(t.Game, seat.game_id) for seat in seats]


def stranger(mail: Received) -> Verdict:
    """Tell an unknown person who asks something, or would like to play, what this address is;
    ignore all other mails without a request that a stranger may make."""
    return _told_what_this_is(mail) or ignored("stranger")


STRANGERS_A_DAY = 20
"""How many strangers are answered in a day: an address in a mail may be forged."""


def _told_what_this_is(mail: Received) -> Verdict | None:
    ctx, config = mail.ctx, mail.ctx.world.config
    prose = [one.text for one in mail.said.rest]
    spoken = strangers_wishes.language_of(prose)
    if not spoken or mail.message.tags or not _may_tell(mail):
        return None
    opened = ctx.db.exec(select(t.Game.id).where(t.Game.status == "open").limit(1)).first()
    host = config.moderator
    told = StrangerMail(
        open=opened is not None,
        host=recipients.host_address(ctx.world) if host.host_in_invitations else "",
        site=config.site.url,
        spoken=spoken,
    )
    ctx.write(told, to_address(mail.address))
    return done(Outcome("stranger_told"))


def _may_tell(mail: Received) -> bool:
    """Tell whether a stranger may be answered: nobody twice a day, no doubtful sender, and only a
    few in all."""
    ctx, message, server = mail.ctx, mail.message, mail.ctx.world.config.mail.authserv_id
    if not mail.address or authentication.doubt(message.authentication, server, mail.address):
        return False
    sent = select(t.Outgoing.recipient).where(
        t.Outgoing.kind == StrangerMail.kind, col(t.Outgoing.created) > ctx.now - A_DAY
    )
    told = list(ctx.db.exec(sent.limit(STRANGERS_A_DAY)))
    return len(told) < STRANGERS_A_DAY and mail.address not in told


# A player without a tag


def player_without_tag(mail: Received) -> Verdict | None:
    """Show a player's address what was understood, and answer it if that is harmless."""
    if not isinstance(mail.sender, Untagged):
        return None
    pairs = list(zip(_played(mail), mail.sender.seats, strict=True))
    named = _named_first(mail, pairs)
    meant = named or _meant(mail, pairs)
    if len(meant) != 1:
        return _ask_which(mail, meant)
    if named or len(pairs) > 1:
        _read_for(mail, meant[0][1], without_first=bool(named))
    return _for_one(mail, *meant[0])


def _ask_which(mail: Received, meant: Sequence[Pair]) -> Verdict:
    if not answer_limits.may_answer(mail.ctx, mail.address):
        return done(ENOUGH)
    names = text(", ".join(game.name for game, _ in meant))
    reason = message("unusable.which_of_yours", games=names)
    told = UnreadableMail(reason=reason, subject=mail.message.subject)
    mail.ctx.write(told, to_address(mail.address))
    return done(Outcome("which_game_asked"))


def _for_one(mail: Received, game: t.Game, seat: t.Seat) -> Verdict:
    ctx, message = mail.ctx, mail.message
    key, hooks = seat.key, ctx.world.features.inbox
    number = senders.press_answered(ctx.world, ctx.db, game, key, message.in_reply_to)
    unsent = requests.unaddressed(message, mail.said) if number else []
    if unsent and (asked := first(ask(ctx, game, seat, number, unsent) for ask in hooks.unsent)):
        return done(asked)
    said, denied = permissions.without_hosts(mail.said.answering(number))
    if denied:
        outcome = denied_commands.deny(ctx, game, seat, denied)
        if not said:
            return done(outcome)
    if asked := show_for_yes(ctx, game, seat, message, said):
        return done(asked)
    if not answer_limits.may_answer(ctx, mail.address, asked=bool(requests_in(ctx.world, said))):
        return done(ENOUGH)
    return Verdict("done", tuple(answer_request(ctx, game, seat, said)))


def _read_for(mail: Received, seat: t.Seat, *, without_first: bool) -> None:
    """Read the mail again as this seat's game does, without a first line that only names the
    game."""
    message = mail.message
    if without_first:
        cut = next((n for n, line in enumerate(message.prose, 1) if line.strip()), 0)
        lines, prose = message.lines[1:], message.prose[cut:]
        mail.message = dataclasses.replace(message, lines=lines, prose=prose)
    mail.said = reading.of_mail(mail.ctx, Untagged((seat,)), mail.message)


def _named_first(mail: Received, pairs: Sequence[Pair]) -> list[Pair]:
    """Return the game whose name is the mail's first line."""
    lines = mail.message.lines
    said = lines[0].strip().lower().rstrip(":,") if lines else ""
    return [pair for pair in pairs if said in (pair[0].name, f"for {pair[0].name}")]


def _meant(mail: Received, pairs: list[Pair]) -> list[Pair]:
    """Return the games that a mail may be for: those it names, or else those being played."""
    said = mail.said
    played = [(g, s) for g, s in pairs if g.status in PLAYING] or pairs
    everywhere = all(COMMANDS[command.verb].in_all_games for command in said.commands)
    if said.commands and everywhere and not (said.rest or said.pieces):
        return played[:1]
    spoken = {game.id for game in games_meant.spoken_of(mail)}
    return [(g, s) for g, s in pairs if g.id in spoken] or played
