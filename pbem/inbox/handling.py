"""What becomes of a letter: every one is applied, answered, set aside or ignored with a reason."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Literal, NamedTuple

from sqlalchemy import bindparam
from sqlmodel import col, select

from pbem.campaign import game_store
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING
from pbem.inbox import (
    bounces,
    commands,
    denials,
    hooks,
    host_grammar,
    host_mail,
    limits,
    members,
    orders_first,
    press_answers,
    press_blocks,
    senders,
)
from pbem.inbox.commands import IsOrder, Said
from pbem.inbox.orders import show_for_yes
from pbem.inbox.requests import answer_request, requests_in
from pbem.inbox.senders import Sender
from pbem.mail import identity, incoming
from pbem.mail.incoming import InboundMail
from pbem.store import rows
from pbem.store import tables as t

_SAME = select(t.InboundMail.raw).where(
    col(t.InboundMail.sender) == bindparam("sender"),
    col(t.InboundMail.body_hash) == bindparam("body_hash"),
    col(t.InboundMail.message_id) == bindparam("message_id"),
    col(t.InboundMail.id) != bindparam("message"),
    col(t.InboundMail.status).in_(("done", "aside")),
)


class Verdict(NamedTuple):
    """What became of a letter: done, ignored or aside, and why."""

    status: Literal["done", "ignored", "aside"]
    reason: str


IN_ALL_GAMES = {"prefer", "preferences", "zone", "away", "back"}
"""Commands that mean a person's games all at once."""
ENOUGH = Verdict("ignored", "enough was answered to this address of late")


def handle(ctx: Context, row: t.InboundMail) -> Verdict:
    """Judge a letter and do what it asks. All that is written stands or falls together.

    A new row's reason, if it has one, is why it was not taken in whole.
    """
    message = press_blocks.without_block(incoming.read(row.raw))
    row.sender, row.message_id = message.sender or "", message.message_id or ""
    row.body_hash = message.body_hash
    senders.hold_games(ctx.db, message)
    if message.bounce:
        return Verdict("ignored", bounces.note(ctx, message))
    if reason := _unanswerable(ctx, row, message):
        done = hooks.first(each.automatic(ctx, message) for each in hooks.of(ctx.world))
        return Verdict("ignored", "; ".join(filter(None, (reason, done))))
    if done := hooks.tagged(ctx, message, commands.of_letter(message)):
        return Verdict("done", done)
    sender = senders.sender_of(ctx.world, ctx.db, message)
    row.game_id = sender.game.id if sender.game else None
    row.seat, row.window = sender.seat.key if sender.seat else None, sender.window
    ctx.player = _player(sender)
    is_order = senders.reads_orders(ctx.world, ctx.db, sender)
    is_order = orders_first.reader(ctx, sender, is_order)
    before_start = sender.game is None or sender.game.status == "open" or _is_invited(sender)
    said = commands.of_letter(message, is_order, settings=before_start)
    said = dataclasses.replace(said, pieces=press_blocks.answering(said.pieces, sender.press))
    sender = _as_shown(sender, said, is_order)
    if problem := row.reason or (message.problem if not said.commands else ""):
        return _unreadable(ctx, sender, message, problem)
    if sender.proof in ("host", "as host") and sender.game:
        return _at_the_desk(ctx, sender, sender.game, message)
    if outbox.is_host(ctx.world, message.sender) and (heard := _host_unsure(ctx, sender, message)):
        message, done = heard
        if not message.prose:
            return Verdict("done", done)
        said = commands.of_letter(message, is_order, settings=before_start)
    if sender.proof == "tag" and sender.game and sender.seat:
        return _from_member(ctx, sender, message, said, is_order)
    if sender.proof == "forged":
        if done := hooks.former_player(ctx, message.sender or ""):
            return Verdict("done", done)
        return Verdict("ignored", "its tag is not one of ours, or no longer good")
    if sender.press and press_answers.prose(message, said):  # meant for a player, and no order
        said = Said()
    if sender.proof == "elsewhere" and sender.game and sender.seat:
        return _from_elsewhere(ctx, sender, sender.game, sender.seat, message, said)
    return _without_tag(ctx, sender, message, said, is_order)


def _as_shown(sender: Sender, said: Said, is_order: IsOrder) -> Sender:
    """Who says no more than yes to what only he was shown has read that mail, whatever the mail
    server believes of his address: else nobody could play whose mails never pass its tests."""
    only_yes = {command.verb for command in said.commands} == {"yes"} and not said.pieces
    if not (sender.doubt and sender.shown and only_yes) or sender.unknown:
        return sender
    if any(map(is_order, said.rest)):
        return sender
    return dataclasses.replace(sender, proof="host" if sender.proof == "as host" else "tag")


def _from_member(
    ctx: Context, sender: Sender, message: InboundMail, said: Said, is_order: IsOrder
) -> Verdict:
    done, game, seat = (
        members.handle(ctx, sender, message, said, is_order),
        sender.game,
        sender.seat,
    )
    if not done and game and seat:
        limits.tell_host_of_silence(ctx, game, seat, list(message.lines))
    return Verdict("done", done) if done else ENOUGH


def _player(sender: Sender) -> t.Seat | None:
    """Who surely writes as a player of a game that is being played."""
    playing = sender.proof == "tag" and sender.game and sender.game.status in PLAYING
    return sender.seat if playing and sender.seat and sender.seat.status == "confirmed" else None


def _is_invited(sender: Sender) -> bool:
    """Whether it is from somebody who may take a seat over."""
    return sender.seat is not None and sender.seat.status == "invited"


def _at_the_desk(ctx: Context, sender: Sender, game: t.Game, message: InboundMail) -> Verdict:
    """A mail with the host's tag; from another address it does nothing, and is not answered."""
    if sender.proof == "host":
        return Verdict("done", host_mail.obey(ctx, game, message, sender.shown, sender.press))
    heard = host_grammar.handle(message.prose, message.wrapped)
    if heard.acts:
        asked = host_mail.ask(ctx, game, heard, _kind(sender))
        return Verdict("done", f"the host's tag came from {_where(sender)}: {asked}")
    if sender.doubt:
        return Verdict("ignored", f"the host's tag is right, but it came from {_where(sender)}")
    if sender.unknown:
        done = host_mail.explain(ctx, game, message.prose)
        return Verdict("done", f"the host's tag came from {_where(sender)}: {done}")
    return Verdict("ignored", "the host's tag is right, but it is not from the host's address")


def _where(sender: Sender) -> str:
    """From where the right tag came, if that is not believed."""
    if sender.unknown and not sender.doubt:
        return "an answer to a mail that is not known here"
    return f"an address that is not proven ({sender.doubt})" if sender.doubt else "another address"


def _kind(sender: Sender) -> str:
    """The kind of mail that asks, by why the right tag is not believed."""
    return "doubted" if sender.doubt else "unknown" if sender.unknown else "elsewhere"


def _host_unsure(
    ctx: Context, sender: Sender, message: InboundMail
) -> tuple[InboundMail, str] | None:
    """What the host's address says without the host's tag: commands are shown to it for a yes.
    The letter without them, and what was done; None: it says nothing of the kind.

    From one who plays, they begin with `host:`.
    """
    plays = sender.seat is not None or bool(sender.seats)
    lines = [line for line in message.prose if line not in message.wrapped]
    mine, rest = host_grammar.marked(lines) if plays else (lines, [])
    heard = host_grammar.handle(mine)
    asks = any(map(host_mail.asks, mine))
    if not (heard.acts or (mine if plays else asks)):
        return None
    games = [sender.game] if sender.game else host_mail.games_meant(ctx, message)
    if len(games) != 1:
        done = host_mail.ask_which(ctx, message, games)
    elif heard.acts:
        done = host_mail.ask(ctx, games[0], heard, "untagged")
    else:
        done = host_mail.explain(ctx, games[0], mine if plays else ())
    return dataclasses.replace(message, lines=tuple(rest), prose=tuple(rest)), done


def _unanswerable(ctx: Context, row: t.InboundMail, message: InboundMail) -> str:
    """Why nothing may come of this letter; empty: something may."""
    ours = ctx.world.config.moderator.address
    if message.sender and identity.is_ours(message.sender, ours):
        return "it is our own mail"
    if message.automatic:
        return f"it is automatic: {message.automatic}"
    if _is_duplicate(ctx, row, message):
        return "it came before"
    return ""


def _is_duplicate(ctx: Context, row: t.InboundMail, message: InboundMail) -> bool:
    """The same Message-ID and body; equal words for another window are a new order.

    Lacking an id: the same Date and the same tag.
    """
    known = {"sender": row.sender, "body_hash": row.body_hash, "message_id": row.message_id}
    same = rows.read(ctx.db, _SAME, message=row.id, **known).scalars()
    if row.message_id:
        return same.first() is not None
    mine = message.date_header, identity.find_tags(message)
    earlier = map(incoming.read, same)
    return any((other.date_header, identity.find_tags(other)) == mine for other in earlier)


def _unreadable(ctx: Context, sender: Sender, message: InboundMail, problem: str) -> Verdict:
    joined = sender.unknown and not sender.doubt
    if sender.proof == "tag" or joined or (sender.proof == "address" and sender.seats):
        tell_unread(ctx, sender, message, problem)
    return Verdict("aside", f"it cannot be read: {problem}")


def tell_unread(ctx: Context, sender: Sender, message: InboundMail, problem: str) -> None:
    """Answer a player whose mail could not be used."""
    if message.sender is None or not limits.may_answer(ctx, message.sender):
        return
    game, seat = sender.game, sender.seat
    known = outbox.about_seat(ctx.world, game, seat) if game and seat else {}
    about = {"reason": problem, "subject": message.subject}
    key = seat.key if seat else None
    ctx.write("unreadable", message.sender, {**known, "about": about}, game=game, seat=key)


def _from_elsewhere(
    ctx: Context, sender: Sender, game: t.Game, seat: t.Seat, message: InboundMail, said: Said
) -> Verdict:
    """The right tag from another address, or from one that the mail server does not believe, or in
    answer to a mail that is not known: the joined one is asked, the other learns nothing."""
    kind, window = _kind(sender), None if sender.unknown else sender.window or 0
    if seat.status == "confirmed":
        asked = show_for_yes(ctx, game, seat, message, said, kind=kind, window=window)
        if asked:
            return Verdict("done", f"its tag came from {_where(sender)}: {asked}")
    if limits.may_answer(ctx, seat.address or ""):
        text = "\n".join(line for line in message.lines if line.strip())[:400]
        payload = {
            **outbox.about_seat(ctx.world, game, seat),
            "about": {"text": identity.strip_tags(text)},
        }
        ctx.write(kind, seat.address or "", payload, game=game, seat=seat.key)
    if sender.doubt or sender.unknown:
        return Verdict("ignored", f"its tag is right, but it came from {_where(sender)}")
    return Verdict("ignored", "its tag is right, but it is not from the address that joined")


def _without_tag(
    ctx: Context, sender: Sender, message: InboundMail, said: Said, is_order: IsOrder
) -> Verdict:
    address = message.sender or ""
    join = said.asks("join")
    fits = join is not None and game_store.named(ctx.db, join.game) is not None
    if not fits and not said.asks("help") and (done := _invited(ctx, message, said)):
        return Verdict("done", done)
    if join and not sender.seats and _is_chatter(ctx, message, join):
        return Verdict("ignored", "it is from a stranger and names no game of ours")
    if verdict := _public(ctx, message, said, ("join", "wait", "subscribe", "unsubscribe")):
        return verdict
    if sender.seats:
        return _for_one_of(ctx, sender.seats, message, said, is_order)
    if verdict := _public(ctx, message, said, ("history",)):
        return verdict
    if not said.asks("help"):
        if done := hooks.former_player(ctx, address):
            return Verdict("done", done)
        return Verdict("ignored", "it is from a stranger and asks neither to join nor for help")
    if not limits.may_answer(ctx, address):
        return ENOUGH
    ctx.write("help", address, {"about": {"topic": ""}})
    return Verdict("done", "help sent")


def _invited(ctx: Context, message: InboundMail, said: Said) -> str:
    return hooks.first(each.invited(ctx, message, said) for each in hooks.of(ctx.world))


def _public(ctx: Context, message: InboundMail, said: Said, verbs: Sequence[str]) -> Verdict | None:
    """Do the first of these commands that a mail has; None: it has none of them."""
    handlers = hooks.public_commands(ctx.world)
    asked = ((verb, command) for verb in verbs if (command := said.asks(verb)))
    results = (handlers[verb](ctx, message, said, command) for verb, command in asked)
    done = next((done for done in results if done is not None), None)
    return None if done is None else Verdict("done", done) if done else ENOUGH


def _is_chatter(ctx: Context, message: InboundMail, join: commands.Command) -> bool:
    """`Join us` in a subject is no wish to join, unless it names a game."""
    written = {line.strip().rstrip(".!").strip() for line in message.lines}
    return join.text not in written and game_store.named(ctx.db, join.game) is None


def _for_one_of(
    ctx: Context, seats: Sequence[t.Seat], message: InboundMail, said: Said, is_order: IsOrder
) -> Verdict:
    """A player's mail without a tag: nothing is applied before a `yes`."""
    address = message.sender or ""
    pairs = [(ctx.db.get_one(t.Game, seat.game_id), seat) for seat in seats]
    if first := _named_first(pairs, message):
        message = _without_first(message)
        said = commands.of_letter(message, is_order, settings=False)
    meant = first or _meant(pairs, message, said)
    if len(meant) > 1:
        if not limits.may_answer(ctx, address):
            return ENOUGH
        names = ", ".join(game.name for game, _ in meant)
        about = {
            "reason": f"it does not say which of your games it is for: {names}; write its name as"
            " the first line",
            "subject": message.subject,
        }
        ctx.write("unreadable", address, {"about": about})
        return Verdict("done", "asked which game it is for")
    game, seat = meant[0]
    number = hooks.press_answered(ctx.world, ctx.db, game, seat.key or "", message.in_reply_to)
    if number and (unsent := press_answers.prose(message, said)):
        return Verdict("done", hooks.unsent(ctx, game, seat, number, unsent))
    said = dataclasses.replace(said, pieces=press_blocks.answering(said.pieces, number))
    said, denied = denials.sort_out(said, is_order)
    if denied:
        denials.deny(ctx, game, seat, denied)
        if not (said.rest or said.commands or said.pieces):
            return Verdict("done", denials.DENIED)
    if asked := show_for_yes(ctx, game, seat, message, said):
        return Verdict("done", asked)
    if not limits.may_answer(ctx, address, asked=bool(requests_in(ctx.world, said))):
        return ENOUGH
    return Verdict("done", answer_request(ctx, game, seat, said))


def _without_first(message: InboundMail) -> InboundMail:
    """The letter without its first line."""
    cut = next((n for n, line in enumerate(message.prose, 1) if line.strip()), 0)
    block_at = None if message.block_at is None else max(0, message.block_at - cut)
    lines, prose = message.lines[1:], message.prose[cut:]
    return dataclasses.replace(message, lines=lines, prose=prose, block_at=block_at)


def _named_first(
    pairs: list[tuple[t.Game, t.Seat]], message: InboundMail
) -> list[tuple[t.Game, t.Seat]]:
    """The game whose name is a mail's first line."""
    said = message.lines[0].strip().lower().rstrip(":,") if message.lines else ""
    return [pair for pair in pairs if said in (pair[0].name, f"for {pair[0].name}")]


def _meant(
    pairs: list[tuple[t.Game, t.Seat]], message: InboundMail, said: Said
) -> list[tuple[t.Game, t.Seat]]:
    """The games that a mail may be for: those that it names, else those that are being played."""
    played = [(g, s) for g, s in pairs if g.status in PLAYING] or pairs
    verbs = {command.verb for command in said.commands}
    if verbs and verbs <= IN_ALL_GAMES and not (said.rest or said.pieces):
        return played[:1]
    spoken = {(command.game or "").lower() for command in said.commands}
    subject = message.subject.lower()
    named = [(g, s) for g, s in pairs if g.name in spoken or f"[{g.name}]" in subject]
    return named or played
