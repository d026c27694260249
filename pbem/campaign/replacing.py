"""A new player for a seat: invited by the host, seated when he confirms.

Until then the seat stays with whom it has, so that no game waits for an answer to an invitation.
"""

from __future__ import annotations

from typing import Any

from sqlmodel import col, select

from engine.decision import Refusal, Refused
from pbem import timetable
from pbem.campaign import (
    gamedata,
    handover,
    host,
    joining,
    limits,
    play,
    post,
    queue,
    sessions,
    shelf,
)
from pbem.campaign.commands import Said
from pbem.campaign.play import PLAYING
from pbem.campaign.post import Post
from pbem.mail import identity
from pbem.store import tables as t


def invite(post_: Post, game: t.Game, key: str, address: str, because: str = "") -> None:
    """Invite somebody to take a seat over; an earlier invitation to it is void. Raises Refused."""
    session = host.playing(post_, game, *PLAYING)
    newcomer = _address(post_, game, address)
    for earlier in _invited(post_, game, key):
        _forget(earlier)
    seat = t.Seat(game_id=game.id, address=newcomer, wished=key, status="invited", asked=post_.now)
    post_.db.add(seat)
    post_.db.flush()
    _ask(post_, game, seat, because)
    session.note("new_player_sought", seat=key, because=because)
    sessions.save(post_.db, game, session)


def _address(post_: Post, game: t.Game, said: str) -> str:
    """The newcomer's address. Raises Refused."""
    address = identity.normalise(said)
    if address is None or identity.is_ours(address, post_.world.config.moderator.address):
        raise Refused(Refusal(f"{said!r} is no player's address."))
    if any(seat.address == address for seat in sessions.seats_of(post_.db, game)):
        raise Refused(Refusal(f"{address} has a seat in {game.name} already."))
    return address


def _invited(post_: Post, game: t.Game, key: str) -> list[t.Seat]:
    rows = select(t.Seat).where(
        t.Seat.game_id == game.id, t.Seat.wished == key, t.Seat.status == "invited"
    )
    return list(post_.db.exec(rows.order_by(col(t.Seat.id))))


def _forget(newcomer: t.Seat) -> None:
    """An invitation that is good no more."""
    newcomer.status = "left"
    newcomer.generation += 1


def _ask(post_: Post, game: t.Game, newcomer: t.Seat, because: str = "") -> None:
    payload = {
        **post.about_seat(post_.world, game, newcomer),
        "about": {
            "who": newcomer.wished,
            "because": because,
            "pace": timetable.said(timetable.restored(game.pace)),
            "commitment": game.commitment,
        },
    }
    post_.write("takeover", newcomer.address or "", payload, game=game)


def hear(post_: Post, game: t.Game, newcomer: t.Seat, said: Said) -> str:
    """The newcomer's answer: `yes` takes the seat over. What was done, in words; empty: it says
    neither yes nor no, and enough of such mails were answered."""
    if said.asks("no") or said.asks("leave"):
        return _declined(post_, game, newcomer)
    if game.status not in PLAYING:
        return _too_late(post_, game, newcomer)
    if said.asks("yes") or said.asks("join"):
        return _seated(post_, game, newcomer, said)
    if not limits.may_answer(post_, newcomer.address or ""):
        return ""
    _ask(post_, game, newcomer)
    return "asked to confirm taking a seat over"


def _declined(post_: Post, game: t.Game, newcomer: t.Seat) -> str:
    _forget(newcomer)
    rules = post_.world.games[game.kind]
    words = gamedata.its_words(post_.db, game.data_hash, rules)
    name = words.name(newcomer.wished or "")
    lines = [
        f"{newcomer.address} does not take over {name}. The seat stays as it is;"
        f" replace {name} by ADDRESS invites somebody else."
    ]
    post.tell_host(post_, f"{name} is not taken over", lines, game=game)
    payload = {
        **post.about_game(post_.world, game),
        "about": {"declined": newcomer.wished},
    }
    post_.write("left", newcomer.address or "", payload, game=game)
    return f"does not take over a seat of {game.name}"


def _too_late(post_: Post, game: t.Game, newcomer: t.Seat) -> str:
    _forget(newcomer)
    payload = {
        **post.about_game(post_.world, game),
        "about": {"why": "too_late", "free": [], "wanted": newcomer.wished or ""},
    }
    post_.write("refused", newcomer.address or "", payload, game=game)
    return "refused to join: too_late"


def _seated(post_: Post, game: t.Game, newcomer: t.Seat, said: Said) -> str:
    """The seat changes hands: all that was sent to the old player is void from now on."""
    key, begun = newcomer.wished or "", play.at(post_, game)
    seat = begun.seats[key]
    former = None if seat.bot else seat.address
    _change_hands(post_, game, seat, newcomer, said)
    begun.kept.pop(key, None)
    begun.session.note("taken_over", seat=key)
    play.go_on(begun)
    about = {"act": "replaced", "who": key, "name": seat.name}
    host.tell_all(post_, game, begun.session, about, apart_from=[key])
    _tell_former(post_, game, former, about)
    handover.hand_over(begun, seat)
    play.tell_all(begun, receipt_to=key)
    return f"took over {key} of {game.name}"


def _change_hands(post_: Post, game: t.Game, seat: t.Seat, newcomer: t.Seat, said: Said) -> None:
    _forget(newcomer)
    seat.address, seat.bot = newcomer.address, False
    seat.name = identity.shown_name(said.settings.get("name", ""))
    seat.generation += 1
    seat.person_id = joining.person_of(post_, seat).id
    queue.clear(post_.db, game, seat.key or "")
    shelf.forget(post_.db, game, seat)


def _tell_former(post_: Post, game: t.Game, address: str | None, about: dict[str, Any]) -> None:
    if address:
        payload = {**post.about_game(post_.world, game), "about": about}
        post_.write("notice", address, payload, game=game)
