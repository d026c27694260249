"""What becomes of a letter: every one is applied, answered, set aside or ignored with a reason."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Literal, NamedTuple

from sqlalchemy import bindparam
from sqlmodel import col, select

from pbem.campaign import game_store
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Post
from pbem.campaign.turns import PLAYING
from pbem.features.host import host_mail
from pbem.features.joining import invitations, joining
from pbem.features.press import speaking, threads
from pbem.features.replacement import offers, resigning
from pbem.features.spectators import subscribing
from pbem.inbox import (
    auto_replies,
    bounces,
    commands,
    denials,
    host_grammar,
    limits,
    members,
    orders_first,
    press_blocks,
    senders,
)
from pbem.inbox.commands import IsOrder, Said
from pbem.inbox.orders import show_for_yes
from pbem.inbox.requests import answer_request, requests_in
from pbem.inbox.senders import Caller
from pbem.mail import identity, incoming
from pbem.mail.incoming import Letter
from pbem.store import rows
from pbem.store import tables as t

_SAME = select(t.Letter.raw).where(
    col(t.Letter.sender) == bindparam("sender"),
    col(t.Letter.body_hash) == bindparam("body_hash"),
    col(t.Letter.message_id) == bindparam("message_id"),
    col(t.Letter.id) != bindparam("letter"),
    col(t.Letter.status).in_(("done", "aside")),
)


class Verdict(NamedTuple):
    """What became of a letter: done, ignored or aside, and why."""

    status: Literal["done", "ignored", "aside"]
    reason: str


IN_ALL_GAMES = {"prefer", "preferences", "zone", "away", "back"}
"""Commands that mean a person's games all at once."""
ENOUGH = Verdict("ignored", "enough was answered to this address of late")


def handle(post_: Post, row: t.Letter) -> Verdict:
    """Judge a letter and do what it asks. All that is written stands or falls together.

    A new row's reason, if it has one, is why it was not taken in whole.
    """
    letter = press_blocks.without_block(incoming.read(row.raw))
    row.sender, row.message_id = letter.sender or "", letter.message_id or ""
    row.body_hash = letter.body_hash
    senders.hold_games(post_.db, letter)
    if letter.bounce:
        return Verdict("ignored", bounces.note(post_, letter))
    if reason := _unanswerable(post_, row, letter):
        if done := subscribing.ended_by_machine(post_, letter, commands.of_letter(letter)):
            reason += f"; {done}"
        elif auto_replies.ask(post_, letter):
            reason += ", and its player is asked whether he is away"
        return Verdict("ignored", reason)
    if done := subscribing.answered(post_, letter, commands.of_letter(letter)):
        return Verdict("done", done)
    caller = senders.caller_of(post_.world, post_.db, letter)
    row.game_id = caller.game.id if caller.game else None
    row.seat, row.window = caller.seat.key if caller.seat else None, caller.window
    post_.player = _player(caller)
    is_order = senders.reads_orders(post_.world, post_.db, caller)
    is_order = orders_first.reader(post_, caller, is_order)
    before_start = caller.game is None or caller.game.status == "open" or _is_invited(caller)
    said = commands.of_letter(letter, is_order, settings=before_start)
    said = dataclasses.replace(said, pieces=press_blocks.answering(said.pieces, caller.press))
    caller = _as_shown(caller, said, is_order)
    if problem := row.reason or (letter.problem if not said.commands else ""):
        return _unreadable(post_, caller, letter, problem)
    if caller.trust in ("host", "as host") and caller.game:
        return _at_the_desk(post_, caller, caller.game, letter)
    if outbox.is_host(post_.world, letter.sender) and (
        heard := _host_unsure(post_, caller, letter)
    ):
        letter, done = heard
        if not letter.prose:
            return Verdict("done", done)
        said = commands.of_letter(letter, is_order, settings=before_start)
    if caller.trust == "tag" and caller.game and caller.seat:
        return _from_member(post_, caller, letter, said, is_order)
    if caller.trust == "forged":
        if done := resigning.answer_former(post_, letter.sender or ""):
            return Verdict("done", done)
        return Verdict("ignored", "its tag is not one of ours, or no longer good")
    if caller.press and speaking.prose(letter, said):  # meant for a player, and no order
        said = Said()
    if caller.trust == "elsewhere" and caller.game and caller.seat:
        return _from_elsewhere(post_, caller, caller.game, caller.seat, letter, said)
    return _without_tag(post_, caller, letter, said, is_order)


def _as_shown(caller: Caller, said: Said, is_order: IsOrder) -> Caller:
    """Who says no more than yes to what only he was shown has read that mail, whatever the mail
    server believes of his address: else nobody could play whose mails never pass its tests."""
    only_yes = {command.verb for command in said.commands} == {"yes"} and not said.pieces
    if not (caller.doubt and caller.shown and only_yes) or caller.unknown:
        return caller
    if any(map(is_order, said.rest)):
        return caller
    return dataclasses.replace(caller, trust="host" if caller.trust == "as host" else "tag")


def _from_member(
    post_: Post, caller: Caller, letter: Letter, said: Said, is_order: IsOrder
) -> Verdict:
    done, game, seat = members.hear(post_, caller, letter, said, is_order), caller.game, caller.seat
    if not done and game and seat:
        limits.tell_host_of_silence(post_, game, seat, list(letter.lines))
    return Verdict("done", done) if done else ENOUGH


def _player(caller: Caller) -> t.Seat | None:
    """Who surely writes as a player of a game that is being played."""
    playing = caller.trust == "tag" and caller.game and caller.game.status in PLAYING
    return caller.seat if playing and caller.seat and caller.seat.status == "confirmed" else None


def _is_invited(caller: Caller) -> bool:
    """Whether it is from somebody who may take a seat over."""
    return caller.seat is not None and caller.seat.status == "invited"


def _at_the_desk(post_: Post, caller: Caller, game: t.Game, letter: Letter) -> Verdict:
    """A mail with the host's tag; from another address it does nothing, and is not answered."""
    if caller.trust == "host":
        return Verdict("done", host_mail.obey(post_, game, letter, caller.shown, caller.press))
    heard = host_grammar.hear(letter.prose, letter.wrapped)
    if heard.acts:
        asked = host_mail.ask(post_, game, heard, _kind(caller))
        return Verdict("done", f"the host's tag came from {_where(caller)}: {asked}")
    if caller.doubt:
        return Verdict("ignored", f"the host's tag is right, but it came from {_where(caller)}")
    if caller.unknown:
        done = host_mail.explain(post_, game, letter.prose)
        return Verdict("done", f"the host's tag came from {_where(caller)}: {done}")
    return Verdict("ignored", "the host's tag is right, but it is not from the host's address")


def _where(caller: Caller) -> str:
    """From where the right tag came, if that is not believed."""
    if caller.unknown and not caller.doubt:
        return "an answer to a mail that is not known here"
    return f"an address that is not proven ({caller.doubt})" if caller.doubt else "another address"


def _kind(caller: Caller) -> str:
    """The kind of mail that asks, by why the right tag is not believed."""
    return "doubted" if caller.doubt else "unknown" if caller.unknown else "elsewhere"


def _host_unsure(post_: Post, caller: Caller, letter: Letter) -> tuple[Letter, str] | None:
    """What the host's address says without the host's tag: commands are shown to it for a yes.
    The letter without them, and what was done; None: it says nothing of the kind.

    From one who plays, they begin with `host:`.
    """
    plays = caller.seat is not None or bool(caller.seats)
    lines = [line for line in letter.prose if line not in letter.wrapped]
    mine, rest = host_grammar.marked(lines) if plays else (lines, [])
    heard = host_grammar.hear(mine)
    asks = any(map(host_mail.asks, mine))
    if not (heard.acts or (mine if plays else asks)):
        return None
    games = [caller.game] if caller.game else host_mail.games_meant(post_, letter)
    if len(games) != 1:
        done = host_mail.ask_which(post_, letter, games)
    elif heard.acts:
        done = host_mail.ask(post_, games[0], heard, "untagged")
    else:
        done = host_mail.explain(post_, games[0], mine if plays else ())
    return dataclasses.replace(letter, lines=tuple(rest), prose=tuple(rest)), done


def _unanswerable(post_: Post, row: t.Letter, letter: Letter) -> str:
    """Why nothing may come of this letter; empty: something may."""
    ours = post_.world.config.moderator.address
    if letter.sender and identity.is_ours(letter.sender, ours):
        return "it is our own mail"
    if letter.automatic:
        return f"it is automatic: {letter.automatic}"
    if _is_duplicate(post_, row, letter):
        return "it came before"
    return ""


def _is_duplicate(post_: Post, row: t.Letter, letter: Letter) -> bool:
    """The same Message-ID and body; equal words for another window are a new order.

    Lacking an id: the same Date and the same tag.
    """
    known = {"sender": row.sender, "body_hash": row.body_hash, "message_id": row.message_id}
    same = rows.read(post_.db, _SAME, letter=row.id, **known).scalars()
    if row.message_id:
        return same.first() is not None
    mine = letter.date_header, identity.find_tags(letter)
    earlier = map(incoming.read, same)
    return any((other.date_header, identity.find_tags(other)) == mine for other in earlier)


def _unreadable(post_: Post, caller: Caller, letter: Letter, problem: str) -> Verdict:
    joined = caller.unknown and not caller.doubt
    if caller.trust == "tag" or joined or (caller.trust == "address" and caller.seats):
        tell_unread(post_, caller, letter, problem)
    return Verdict("aside", f"it cannot be read: {problem}")


def tell_unread(post_: Post, caller: Caller, letter: Letter, problem: str) -> None:
    """Answer a player whose mail could not be used."""
    if letter.sender is None or not limits.may_answer(post_, letter.sender):
        return
    game, seat = caller.game, caller.seat
    known = outbox.about_seat(post_.world, game, seat) if game and seat else {}
    about = {"reason": problem, "subject": letter.subject}
    key = seat.key if seat else None
    post_.write("unreadable", letter.sender, {**known, "about": about}, game=game, seat=key)


def _from_elsewhere(
    post_: Post, caller: Caller, game: t.Game, seat: t.Seat, letter: Letter, said: Said
) -> Verdict:
    """The right tag from another address, or from one that the mail server does not believe, or in
    answer to a mail that is not known: the joined one is asked, the other learns nothing."""
    kind, window = _kind(caller), None if caller.unknown else caller.window or 0
    if seat.status == "confirmed":
        asked = show_for_yes(post_, game, seat, letter, said, kind=kind, window=window)
        if asked:
            return Verdict("done", f"its tag came from {_where(caller)}: {asked}")
    if limits.may_answer(post_, seat.address or ""):
        text = "\n".join(line for line in letter.lines if line.strip())[:400]
        payload = {
            **outbox.about_seat(post_.world, game, seat),
            "about": {"text": identity.strip_tags(text)},
        }
        post_.write(kind, seat.address or "", payload, game=game, seat=seat.key)
    if caller.doubt or caller.unknown:
        return Verdict("ignored", f"its tag is right, but it came from {_where(caller)}")
    return Verdict("ignored", "its tag is right, but it is not from the address that joined")


def _without_tag(
    post_: Post, caller: Caller, letter: Letter, said: Said, is_order: IsOrder
) -> Verdict:
    address = letter.sender or ""
    join = said.asks("join")
    fits = join is not None and game_store.named(post_.db, join.game) is not None
    if not fits and not said.asks("help") and (done := invitations.hear(post_, letter, said)):
        return Verdict("done", done)
    if join:
        if not caller.seats and _is_chatter(post_, letter, join):
            return Verdict("ignored", "it is from a stranger and names no game of ours")
        if not limits.may_answer(post_, address):
            return ENOUGH
        return Verdict("done", joining.ask_to_join(post_, join, said, address))
    if (wish := said.asks("wait")) and (game := game_store.named(post_.db, wish.game)):
        if not limits.may_answer(post_, address):
            return ENOUGH
        return Verdict("done", offers.wait(post_, game, address))
    wish = said.asks("subscribe") or said.asks("unsubscribe")
    if wish and (done := subscribing.hear(post_, wish, address)):
        return Verdict("done", done)
    if caller.seats:
        return _for_one_of(post_, caller.seats, letter, said, is_order)
    if (past := said.asks("history")) and (done := subscribing.history(post_, letter, past)):
        return Verdict("done", done)
    if not said.asks("help"):
        if done := resigning.answer_former(post_, address):
            return Verdict("done", done)
        return Verdict("ignored", "it is from a stranger and asks neither to join nor for help")
    if not limits.may_answer(post_, address):
        return ENOUGH
    post_.write("help", address, {"about": {"topic": ""}})
    return Verdict("done", "help sent")


def _is_chatter(post_: Post, letter: Letter, join: commands.Command) -> bool:
    """`Join us` in a subject is no wish to join, unless it names a game."""
    written = {line.strip().rstrip(".!").strip() for line in letter.lines}
    return join.text not in written and game_store.named(post_.db, join.game) is None


def _for_one_of(
    post_: Post, seats: Sequence[t.Seat], letter: Letter, said: Said, is_order: IsOrder
) -> Verdict:
    """A player's mail without a tag: nothing is applied before a `yes`."""
    address = letter.sender or ""
    pairs = [(post_.db.get_one(t.Game, seat.game_id), seat) for seat in seats]
    if first := _named_first(pairs, letter):
        letter = _without_first(letter)
        said = commands.of_letter(letter, is_order, settings=False)
    meant = first or _meant(pairs, letter, said)
    if len(meant) > 1:
        if not limits.may_answer(post_, address):
            return ENOUGH
        names = ", ".join(game.name for game, _ in meant)
        about = {
            "reason": f"it does not say which of your games it is for: {names}; write its name as"
            " the first line",
            "subject": letter.subject,
        }
        post_.write("unreadable", address, {"about": about})
        return Verdict("done", "asked which game it is for")
    game, seat = meant[0]
    number = threads.number_of(post_.db, game, seat.key or "", letter.in_reply_to)
    if number and (unsent := speaking.prose(letter, said)):
        return Verdict("done", speaking.show_unsent(post_, game, seat, number, unsent))
    said = dataclasses.replace(said, pieces=press_blocks.answering(said.pieces, number))
    said, denied = denials.sort_out(said, is_order)
    if denied:
        denials.deny(post_, game, seat, denied)
        if not (said.rest or said.commands or said.pieces):
            return Verdict("done", denials.DENIED)
    if asked := show_for_yes(post_, game, seat, letter, said):
        return Verdict("done", asked)
    if not limits.may_answer(post_, address, asked=bool(requests_in(said))):
        return ENOUGH
    return Verdict("done", answer_request(post_, game, seat, said))


def _without_first(letter: Letter) -> Letter:
    """The letter without its first line."""
    cut = next((n for n, line in enumerate(letter.prose, 1) if line.strip()), 0)
    block_at = None if letter.block_at is None else max(0, letter.block_at - cut)
    lines, prose = letter.lines[1:], letter.prose[cut:]
    return dataclasses.replace(letter, lines=lines, prose=prose, block_at=block_at)


def _named_first(pairs: list[tuple[t.Game, t.Seat]], letter: Letter) -> list[tuple[t.Game, t.Seat]]:
    """The game whose name is a mail's first line."""
    said = letter.lines[0].strip().lower().rstrip(":,") if letter.lines else ""
    return [pair for pair in pairs if said in (pair[0].name, f"for {pair[0].name}")]


def _meant(
    pairs: list[tuple[t.Game, t.Seat]], letter: Letter, said: Said
) -> list[tuple[t.Game, t.Seat]]:
    """The games that a mail may be for: those that it names, else those that are being played."""
    played = [(g, s) for g, s in pairs if g.status in PLAYING] or pairs
    verbs = {command.verb for command in said.commands}
    if verbs and verbs <= IN_ALL_GAMES and not (said.rest or said.pieces):
        return played[:1]
    spoken = {(command.game or "").lower() for command in said.commands}
    subject = letter.subject.lower()
    named = [(g, s) for g, s in pairs if g.name in spoken or f"[{g.name}]" in subject]
    return named or played
