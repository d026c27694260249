"""A player gives his seat up for good: a bot plays on, and the seat is offered to others.

What he had held goes with him, standing orders too, and so does an answer that waits for those of
others, as where a seat changes hands. Beside the seat a row keeps who he was: his mails are
answered, and he can take the seat back as long as nobody else has it.
"""

from __future__ import annotations

from sqlmodel import Session as Db
from sqlmodel import col, select

from pbem.campaign import confirmations, control, game_store, stand_in, turns
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Post
from pbem.campaign.turns import PLAYING, Play
from pbem.features.replacement import offers, replacing
from pbem.inbox import denials, limits
from pbem.inbox.commands import Command, Said
from pbem.inbox.denials import Denied
from pbem.store import tables as t

LINE = "resign for good"
"""What a `yes` to the mail that asks him stands for."""
ENOUGH = "he has resigned, and enough was answered to this address of late"
ASKED = "asked whether he resigns"


def ask(post_: Post, game: t.Game, seat: t.Seat, command: Command) -> str:
    """Somebody says that he resigns: he is asked for a `yes`, or told why not. What was done, in
    words."""
    if why := _why_not(game):
        return denials.deny(post_, game, seat, [Denied(command.text, why)])
    if not limits.may_answer(post_, seat.address or "", asked=True):
        return ""
    number = confirmations.number(post_.db, game, seat, [LINE])
    payload = {
        **outbox.about_seat(post_.world, game, seat, number),
        "about": {"step": "asked", "who": seat.key, "last": not _others(post_.db, game, seat)},
    }
    mail = post_.write("resign", seat.address or "", payload, game=game, seat=seat.key)
    confirmations.put(post_.db, game, seat, [LINE], mail)
    return ASKED


def _why_not(game: t.Game) -> str:
    if game.status == "open":
        return f'The game has not begun: "leave {game.name}" gives the seat back.'
    return "" if game.status in PLAYING else "The game is over."


def _others(db: Db, game: t.Game, seat: t.Seat) -> list[t.Seat]:
    """The seats that other people play."""
    return [row for row in game_store.seats_of(db, game) if not row.bot and row.key != seat.key]


def resign(post_: Post, game: t.Game, seat: t.Seat, command: Command) -> str:
    """He has confirmed it. What was done, in words."""
    if why := _why_not(game):
        return denials.deny(post_, game, seat, [Denied(command.text, why)])
    key = seat.key or ""
    if not _others(post_.db, game, seat):
        return _end(post_, game, key)
    former = _leave(post_, game, seat)
    for feature in post_.world.features:
        feature.seat_passed_on(post_, game, key)
    begun = turns.at(post_, game)
    begun.session.withdraw(key)
    begun.session.note("resigned", seat=key)
    _ask_who_is_left(begun)
    turns.go_on(begun, closed="withdrawn")
    _write(post_, game, former, "done")
    control.tell_all(post_, game, begun.session, {"act": "resigned", "who": key})
    stand_in.tell(begun)
    if not begun.session.over:
        offers.offer(post_, game, begun.seats[key], "resigned")
    turns.tell_all(begun)
    for feature in post_.world.features:
        feature.player_left(post_, game)
    return f"resigned {key}"


def _end(post_: Post, game: t.Game, key: str) -> str:
    """Nobody else plays: the game is over, and he hears of the dice."""
    session = game_store.restore(post_.db, game, post_.world.games[game.kind])
    session.note("resigned", seat=key)
    game_store.save(post_.db, game, session)
    control.cancel(post_, game, "", source="resigned")
    return f"resigned {key}, and {game.name} is over"


def _leave(post_: Post, game: t.Game, seat: t.Seat) -> t.Seat:
    """The seat is a bot's; a row beside it keeps its player. What he had held is forgotten."""
    former = t.Seat(
        game_id=game.id,
        wished=seat.key,
        address=seat.address,
        name=seat.name,
        status="resigned",
        asked=post_.now,
    )
    replacing.empty(post_, game, seat)
    seat.address, seat.name, seat.bot, seat.person_id = None, "a bot", True, None
    post_.db.add(former)
    post_.db.flush()
    return former


def _ask_who_is_left(begun: Play) -> None:
    """Bots do not play among themselves: where something stands in for all others, it ends."""
    if not begun.humans:
        for seat in begun.seats.values():
            if seat.stand_in:
                stand_in.end(begun, seat)


# Afterwards


def hear(post_: Post, game: t.Game, former: t.Seat, said: Said) -> str:
    """An answer of who has resigned, with the tag of the mail that told him so. What was done, in
    words."""
    wanted = bool(said.asks("back")) or replacing.takes(said)
    free = _is_vacant(post_.db, game, former)
    if wanted and free and not replacing.plays(post_, game, former.address):
        return replacing.seated(post_, game, former, said)
    return _tell(post_, game, former, asked=wanted)


def _is_vacant(db: Db, game: t.Game, former: t.Seat) -> bool:
    seats = game_store.seats_of(db, game)
    vacant = any(row.key == former.wished and row.bot for row in seats)
    return vacant and game.status in PLAYING


def _tell(post_: Post, game: t.Game, former: t.Seat, *, asked: bool = False) -> str:
    if not limits.may_answer(post_, former.address or "", asked=asked):
        return ENOUGH
    vacant = _is_vacant(post_.db, game, former)
    step = "vacant" if vacant else "taken" if game.status in PLAYING else "over"
    _write(post_, game, former, step)
    return "told that he has resigned"


def _write(post_: Post, game: t.Game, former: t.Seat, step: str) -> None:
    about = {"step": step, "who": former.wished}
    payload = {**outbox.about_seat(post_.world, game, former), "about": about}
    post_.write("resign", former.address or "", payload, game=game)


def answer_former(post_: Post, address: str) -> str:
    """A mail without a good tag, from an address that has resigned a seat: it is told so, and how
    the seat can be taken back. What was done, in words; empty: nobody has resigned from there."""
    rows = select(t.Seat).where(t.Seat.address == address, t.Seat.status == "resigned")
    former = post_.db.exec(rows.order_by(col(t.Seat.id).desc()).limit(1)).first()
    if former is None:
        return ""
    return _tell(post_, post_.db.get_one(t.Game, former.game_id), former)
