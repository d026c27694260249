"""Who a letter is from, and how far that is to be believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import bindparam, or_
from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.core.decision import Refusal
from engine.orders.vocabulary import Vocabulary
from pbem.campaign import game_data, game_store
from pbem.campaign.mails import outbox
from pbem.campaign.turns import PLAYING
from pbem.campaign.world import World
from pbem.inbox import hooks, host_grammar
from pbem.inbox.commands import MOST_LINES, IsOrder
from pbem.mail import authentication, identity
from pbem.mail.incoming import InboundMail
from pbem.store import tables as t

_NAMED = select(t.Game).where(col(t.Game.name) == bindparam("name"))
_MAIL = select(t.Outgoing.id).where(col(t.Outgoing.message_id) == bindparam("message_id"))
_SEATS = select(t.Seat).where(col(t.Seat.game_id) == bindparam("game"))

Proof = Literal["tag", "elsewhere", "forged", "address", "stranger", "host", "as host"]


@dataclass(frozen=True)
class Sender:
    """The seat that a letter speaks for, and why that is believed or not.

    `tag`: the right tag from the joined address. `elsewhere`: the right tag from another one, or
    from one that the own mail server does not believe, or in answer to a mail that is not known.
    `forged`: a tag that is not ours, or no longer, from nobody known. `address`: no tag that is
    good, but somebody who plays. `stranger`: nobody known. `host`: the host's tag from the host's
    address. `as host`: his tag from another one.
    """

    proof: Proof
    game: t.Game | None = None
    seat: t.Seat | None = None
    window: int | None = None
    shown: int = 0
    """The number of the lines that were shown in the mail that is answered; 0: it showed none."""
    press: int = 0
    """The number of the press that is answered, of those to the seat; 0: it answers none."""
    doubt: str = ""
    """Why the own mail server does not believe that the sender wrote it; empty: it does, or the
    address is another one anyway."""
    unknown: bool = False
    """Whether it answers a mail of ours that the store does not know: of a time behind the backup
    that it was restored from."""
    seats: tuple[t.Seat, ...] = ()
    """All seats that the address has, where there is no tag to choose by."""


def hold_games(db: Db, message: InboundMail) -> None:
    """Hold all games that a letter may change: that of its tag, and all that its sender plays,
    since he may be away in all of them."""
    named = col(t.Game.name).in_([tag.game for tag in identity.find_tags(message)])
    his = select(t.Seat.game_id).where(t.Seat.address == message.sender)
    game_store.hold_all(db, select(t.Game.id).where(or_(named, col(t.Game.id).in_(his))))


def sender_of(world: World, db: Db, message: InboundMail) -> Sender:
    """Who this letter is from."""
    server = world.config.mail.authserv_id
    doubt = authentication.doubt(message.authentication, server, message.sender or "")
    tags = [tag for tag in identity.find_tags(message) if not tag.seat.startswith(outbox.READER)]
    for tag in tags:
        if tag.seat == outbox.HOST and (hosted := _hosted(world, db, tag)):
            doubted = doubt if outbox.is_host(world, message.sender) else ""
            unknown = outbox.is_host(world, message.sender) and _is_unknown(
                world, db, hosted, tag, message
            )
            is_he = outbox.is_host(world, message.sender) and not (doubted or unknown)
            trust_: Proof = "host" if is_he else "as host"
            answered = (
                0 if tag.shown else _press(world, db, hosted, (outbox.HOST, 0), tags, message)
            )
            known = (hosted, None, tag.window, tag.shown, answered)
            return Sender(trust_, *known, doubted, unknown)
        if found := _by_tag(world, db, tag):
            game, seat = found
            same = seat.address == message.sender
            doubted = doubt if same and seat.status == "confirmed" else ""
            joined = same and seat.status == "confirmed"
            unknown = joined and _is_unknown(world, db, game, tag, message)
            proof: Proof = "tag" if same and not (doubted or unknown) else "elsewhere"
            shown = _shown(world, seat, tag, tags)
            whose = (seat.key or "", seat.generation)
            answered = 0 if shown else _press(world, db, game, whose, tags, message)
            return Sender(proof, game, seat, tag.window, shown, answered, doubted, unknown)
    seats = tuple(_seats_at(db, message.sender or ""))
    if tags and not seats:
        return Sender("forged")
    return Sender("address" if seats else "stranger", seats=seats)


def _is_unknown(
    world: World, db: Db, game: t.Game, tag: identity.Tag, message: InboundMail
) -> bool:
    """Whether a letter answers a mail of ours that was never written, as far as the store knows."""
    if tag.window > game.windows:
        return True
    answered, domain = message.in_reply_to or "", world.config.moderator.address.rpartition("@")[2]
    if not (answered.startswith(f"{game.name}.") and answered.endswith(f"@{domain}")):
        return False
    return db.exec(_MAIL, params={"message_id": answered}).first() is None


def _press(
    world: World,
    db: Db,
    game: t.Game,
    whose: tuple[str, int],
    tags: Sequence[identity.Tag],
    message: InboundMail,
) -> int:
    """The press that a letter answers: by its tag, else by the mail that it says to answer.

    `whose`: key and generation of the seat that it is from.
    """
    key, generation = whose
    mine = [tag for tag in tags if tag.press and (tag.game, tag.seat) == (game.name, key)]
    for tag in mine:
        if identity.verify(outbox.tag_key(world), tag, generation):
            return tag.press
    return hooks.press_answered(world, db, game, key, message.in_reply_to)


def _shown(world: World, seat: t.Seat, tag: identity.Tag, tags: Sequence[identity.Tag]) -> int:
    """What the tag says was shown, or another one that the same seat's mails carry."""
    key, whose = outbox.tag_key(world), (tag.game, tag.seat)
    others = [one for one in tags if one.shown and (one.game, one.seat) == whose]
    true = (one.shown for one in others if identity.verify(key, one, seat.generation))
    return tag.shown or next(true, 0)


def _hosted(world: World, db: Db, tag: identity.Tag) -> t.Game | None:
    """The game that a host's tag is for, if it is ours."""
    if not identity.verify(outbox.tag_key(world), tag, 0):
        return None
    return db.exec(_NAMED, params={"name": tag.game}).first()


def _by_tag(world: World, db: Db, tag: identity.Tag) -> tuple[t.Game, t.Seat] | None:
    game = db.exec(_NAMED, params={"name": tag.game}).first()
    if game is None:
        return None
    game_store.hold(db, game)
    for seat in db.exec(_SEATS, params={"game": game.id}):
        known_as = (seat.key, outbox.joining_key(seat))
        if tag.seat in known_as and identity.verify(outbox.tag_key(world), tag, seat.generation):
            return game, seat
    return None


def _seats_at(db: Db, address: str) -> list[t.Seat]:
    rows = select(t.Seat).where(t.Seat.address == address, t.Seat.status == "confirmed")
    return list(db.exec(rows))


def reads_orders(world: World, db: Db, sender: Sender) -> IsOrder:
    """Whether a line is an order in a game that the caller is playing; of one mail, as many are
    looked at as are read."""
    if sender.game is not None:
        games = [sender.game]
    else:
        games = [db.get_one(t.Game, seat.game_id) for seat in sender.seats]
    playing = {(game.kind, game.data_hash) for game in games if game.status in PLAYING}
    words = [game_data.its_words(db, data, world.games[kind]) for kind, data in sorted(playing)]
    looked_at: dict[str, bool] = {}

    def is_order(line: str) -> bool:
        if line not in looked_at and len(looked_at) <= MOST_LINES:
            looked_at[line] = any(_reads(each, line) for each in words)
        return looked_at.get(line, False)

    return is_order


def _reads(words: Vocabulary, line: str) -> bool:
    """Whether a line is an order; what is a host's command is none by a guess."""
    read = words.split(line)
    if isinstance(read, Refusal):
        return False
    return not (any(order.guesses for order in read) and host_grammar.act_in(line))
