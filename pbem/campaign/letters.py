"""What becomes of a letter: every one is applied, answered, set aside or ignored with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Literal, NamedTuple

from sqlmodel import col, func, select

from pbem.campaign import commands, joining, post
from pbem.campaign.callers import Caller, caller_of
from pbem.campaign.commands import Said
from pbem.campaign.orders import obey, pending_lines, show_for_yes
from pbem.campaign.post import Post
from pbem.campaign.requests import answer_request
from pbem.mail import identity, incoming
from pbem.mail.incoming import Letter
from pbem.store import tables as t


class Verdict(NamedTuple):
    """What became of a letter: done, ignored or aside, and why."""

    status: Literal["done", "ignored", "aside"]
    reason: str


def handle(post_: Post, row: t.Letter) -> Verdict:
    """Judge a letter and do what it asks. All that is written stands or falls together."""
    letter = incoming.read(row.raw)
    row.sender, row.message_id = letter.sender or "", letter.message_id or ""
    row.body_hash = letter.body_hash
    if reason := _unanswerable(post_, row, letter):
        return Verdict("ignored", reason)
    caller = caller_of(post_.world, post_.db, letter)
    row.game_id = caller.game.id if caller.game else None
    row.seat, row.window = caller.seat.key if caller.seat else None, caller.window
    if letter.problem:
        return _unreadable(post_, caller, letter)
    said = commands.read(letter.lines)
    if caller.trust == "tag":
        return _from_member(post_, caller, letter, said)
    if caller.trust == "elsewhere":
        return _from_elsewhere(post_, caller, letter)
    if caller.trust == "forged":
        return Verdict("ignored", "its tag is not one of ours, or no longer good")
    return _without_tag(post_, caller, letter, said)


def _unanswerable(post_: Post, row: t.Letter, letter: Letter) -> str:
    """Why nothing may come of this letter; empty: something may."""
    ours = post_.world.config.moderator.address
    if letter.sender and identity.is_ours(letter.sender, ours):
        return "it is our own mail"
    if letter.automatic:
        return f"it is automatic: {letter.automatic}"
    if letter.sender is None:
        return "it has no single sender"
    if _is_duplicate(post_, row, letter):
        return "it came before"
    return ""


def _is_duplicate(post_: Post, row: t.Letter, letter: Letter) -> bool:
    """The same Message-ID and body; equal words for another window are a new order."""
    same = select(t.Letter.raw, t.Letter.id).where(
        t.Letter.sender == row.sender,
        t.Letter.body_hash == row.body_hash,
        t.Letter.message_id == row.message_id,
        t.Letter.id != row.id,
        col(t.Letter.status).in_(("done", "aside")),
    )
    if row.message_id:
        return post_.db.exec(same).first() is not None
    mine = letter.date_header, letter.subject, letter.recipients
    earlier = (incoming.read(raw) for raw, _ in post_.db.exec(same))
    return any((x.date_header, x.subject, x.recipients) == mine for x in earlier)


def _from_member(post_: Post, caller: Caller, letter: Letter, said: Said) -> Verdict:
    game, seat = _known(caller)
    if seat.status == "asked":
        return Verdict("done", joining.confirm(post_, game, seat, said))
    if said.asks("leave"):
        return Verdict("done", joining.leave(post_, game, seat))
    if pending := pending_lines(post_, game, seat, said):
        return Verdict("done", obey(post_, game, seat, letter, pending))
    if said.rest or letter.block is not None:
        return Verdict("done", _orders(post_, caller, letter, said))
    if not said.commands and not _may_answer(post_, letter.sender or ""):
        return Verdict("ignored", "it asks for nothing, and enough was answered of late")
    return Verdict("done", answer_request(post_, game, seat, said))


def _orders(post_: Post, caller: Caller, letter: Letter, said: Said) -> str:
    game, seat = _known(caller)
    if game.status == "open":
        joining.settle_wishes(seat, said)
    return obey(post_, game, seat, letter, said, window=caller.window)


def _known(caller: Caller) -> tuple[t.Game, t.Seat]:
    if caller.game is None or caller.seat is None:
        raise LookupError("the letter speaks for no seat")
    return caller.game, caller.seat


def _from_elsewhere(post_: Post, caller: Caller, letter: Letter) -> Verdict:
    """The right tag from another address: the joined one is asked, the other learns nothing."""
    game, seat = _known(caller)
    if _may_answer(post_, seat.address or ""):
        about = {"text": _beginning(letter.lines)}
        payload = {**post.about_seat(post_.world, game, seat), "about": about}
        post_.write("elsewhere", seat.address or "", payload, game=game, seat=seat.key)
    return Verdict("ignored", "its tag is right, but it is not from the address that joined")


def _without_tag(post_: Post, caller: Caller, letter: Letter, said: Said) -> Verdict:
    address = letter.sender or ""
    join, help_ = said.asks("join"), said.asks("help")
    if not (join or help_ or caller.seats):
        return Verdict("ignored", "it is from a stranger and asks neither to join nor for help")
    if not _may_answer(post_, address):
        return Verdict("ignored", "enough was answered to this address of late")
    if join:
        return Verdict("done", joining.ask_to_join(post_, join, said, address))
    if help_ and not caller.seats:
        post_.write("help", address, {"about": {"topic": ""}})
        return Verdict("done", "help sent")
    return _for_one_of(post_, caller.seats, letter, said)


def _for_one_of(post_: Post, seats: Sequence[t.Seat], letter: Letter, said: Said) -> Verdict:
    """A player's mail without a tag: nothing is applied before a `yes`."""
    named = {
        game.name: (game, seat)
        for seat in seats
        for game in [post_.db.get_one(t.Game, seat.game_id)]
    }
    playing = {n: pair for n, pair in named.items() if pair[0].status in ("running", "paused")}
    told = [pair for name, pair in named.items() if f"[{name}]" in letter.subject.lower()]
    told = told or list(playing.values()) or list(named.values())
    if len(told) > 1:
        reason = "It does not say which of your games it is for: answer a report of that game."
        about = {"reason": reason, "subject": letter.subject}
        post_.write("unreadable", letter.sender or "", {"about": about})
        return Verdict("done", "asked which game it is for")
    game, seat = told[0]
    if said.rest:
        return Verdict("done", show_for_yes(post_, game, seat, letter, said))
    return Verdict("done", answer_request(post_, game, seat, said))


def _unreadable(post_: Post, caller: Caller, letter: Letter) -> Verdict:
    known = caller.trust == "tag" or (caller.trust == "address" and caller.seats)
    if known and _may_answer(post_, letter.sender or ""):
        about = {"reason": letter.problem, "subject": letter.subject}
        game = caller.game
        payload = {**(post.about_game(post_.world, game) if game else {}), "about": about}
        post_.write("unreadable", letter.sender or "", payload, game=game)
    return Verdict("aside", f"it cannot be read: {letter.problem}")


def _may_answer(post_: Post, address: str) -> bool:
    """Whether one more unasked answer may go to this address; it is counted.

    So few a week are allowed that no two machines can keep each other busy.
    """
    today = post_.now.date()
    week = select(func.sum(t.Answered.count)).where(
        t.Answered.address == address, col(t.Answered.day) > today - timedelta(days=7)
    )
    row = post_.db.get(t.Answered, (address, today)) or t.Answered(address=address, day=today)
    a_day = post_.world.config.limits.answers_a_day
    if row.count >= a_day or (post_.db.exec(week).one() or 0) >= 2 * a_day + 2:
        return False
    row.count += 1
    post_.db.add(row)
    return True


def _beginning(lines: Sequence[str]) -> str:
    return "\n".join(line for line in lines if line.strip())[:400]
