"""Writes each seat's order form as a page, at an address that only its player knows.

The page shows what the seat is asked soon after the mail that asks it. When somebody else takes the
seat, or its player asks for new tags, the address changes and the old page is removed. An empty
index page keeps the folder from being listed.
"""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import structlog
from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.core.record import Diverged
from pbem.campaign import clocks, game_data, game_store
from pbem.campaign.mails import failures, outbox, readers_preferences
from pbem.campaign.mails.recipients import ORDER_PAGES, order_page, to_seat
from pbem.campaign.world import World
from pbem.reports import compose_mail
from pbem.reports.mail_parts import Moderator
from pbem.reports.mails import OrderFormMail
from pbem.site import files, pages_made, touched_games
from pbem.site.pages_made import Kept
from pbem.store import tables as t

EMPTY = (
    b'<!DOCTYPE html>\n<html lang="en"><meta name="robots" content="noindex"><title>Orders</title>'
    b"</html>\n"
)
PLAYED = ("running", "paused")
log: Any = structlog.get_logger()


def changed(world: World, target: Path, kept: Kept, touched: Collection[int] | None = None) -> bool:
    """Tell whether any page must be written or removed. `touched`: looks only at these games."""
    before = kept.order_pages(target)
    with world.store.reading() as db:
        if touched is None:
            return _keys(world, db) != before
        return any(
            before.get(game.name) != (_key(world, db, game) if game.status in PLAYED else None)
            for game in touched_games.read(db, touched)
        )


def publish(world: World, target: Path, kept: Kept) -> None:
    """Write the changed pages of all games in play, and remove pages that no seat has any more.
    Raises OSError."""
    before = kept.order_pages(target)
    with world.store.reading() as db:
        now = _keys(world, db)
        games = list(db.exec(_played()))
    folder, names = target / ORDER_PAGES, {"index.html"}
    for game in games:
        with world.store.reading() as db:
            own = {order_page(world, game, seat) for seat in _players(db, game)}
        names |= own
        there = all((folder / name).is_file() for name in own)
        same = there and before.get(game.name) == now[game.name]
        if not same and not _write(world, game, folder):
            now.pop(game.name)
    if now or folder.is_dir():
        files.replace(folder / "index.html", EMPTY)
        files.leave_only(folder, names)
    kept.keep_order_pages(target, now)


def _played() -> Any:
    return select(t.Game).where(col(t.Game.status).in_(PLAYED))


def _players(db: Db, game: t.Game) -> list[t.Seat]:
    return [seat for seat in game_store.seats_of(db, game) if seat.address and not seat.bot]


def _keys(world: World, db: Db) -> dict[str, str]:
    """Hash what each game's pages are made from, by the game's name."""
    return {game.name: _key(world, db, game) for game in db.exec(_played())}


def _key(world: World, db: Db, game: t.Game) -> str:
    return pages_made.made_from(_parts(world, db, game))


def _parts(world: World, db: Db, game: t.Game) -> Iterator[Any]:
    yield world.config.moderator.address, world.config.moderator.name
    yield game.name, game.status, game.stopped, game.data_hash, game.language, game.windows
    yield game_store.last_line(db, game)
    for seat in _players(db, game):
        yield order_page(world, game, seat), seat.key
        yield readers_preferences.language_at(db, seat.address, game.id)
        yield readers_preferences.zone_in(db, seat.address, game)
    for row in game_store.open_windows(db, game):
        yield row.number, row.seat, row.due, row.late


def _write(world: World, game: t.Game, folder: Path) -> bool:
    """Write the pages of a game. Returns False if the game cannot be played."""
    try:
        with world.store.reading() as db:
            mails = dict(_mails(world, db, game))
            words = game_data.words_of(db, game, world.games)
    except Diverged as problem:
        log.warning("order forms cannot be made", game=game.name, **failures.told(problem))
        return False
    for name, mail in mails.items():
        files.replace(folder / name, compose_mail.order_page(mail, words).encode())
    return True


def _mails(world: World, db: Db, game: t.Game) -> Iterator[tuple[str, OrderFormMail]]:
    """Make the mail that becomes each seat's page, by the name of its file. Raises Diverged."""
    session = game_store.restore(db, game, world.games[game.kind])
    due = clocks.deadlines_of(game, game_store.open_windows(db, game))
    settings = world.config.moderator
    for seat in _players(db, game):
        to, zone = to_seat(game, seat), readers_preferences.zone_in(db, seat.address, game)
        yield (
            order_page(world, game, seat),
            OrderFormMail(
                moderator=Moderator(settings.name, "", settings.address),
                game=outbox.game_told(world, game),
                seat=seat.key,
                language=readers_preferences.language_at(db, seat.address, game.id),
                zone=zone.zone,
                zone_of_game=zone.zone_of_game,
                question=outbox.owed(session, due, seat.key, form=True),
                own=outbox.own_places(world, to, session.view(seat.key)),
                **to.tags(world),
            ),
        )
