"""Restores games from the store and saves what happened to them, in one transaction."""

import json
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.json import decode
from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, delete, func, select
from sqlmodel.sql.expression import Select, SelectOfScalar

from engine.core.decision import Choice, as_choice
from engine.core.decision import Seat as SeatKey
from engine.core.dice import Dice, Seed, canonical, seed_of
from engine.core.game import Game
from engine.core.record import Diverged, Line, Record
from engine.core.rules_interface import Event
from engine.core.session import Policy, Session, take_default
from pbem.campaign import game_data
from pbem.reports.mail_parts import Free
from pbem.store import statements
from pbem.store import tables as t

Row = dict[str, Any]

_SECRET = select(t.GameSecret.secret).where(col(t.GameSecret.game_id) == bindparam("game"))
_SEATS = (
    select(t.Seat)
    .where(col(t.Seat.game_id) == bindparam("game"))
    .order_by(col(t.Seat.place), col(t.Seat.id))
)
_SEAT = select(t.Seat).where(
    col(t.Seat.game_id) == bindparam("game"), col(t.Seat.key) == bindparam("key")
)
_SNAPSHOT = (
    select(t.Snapshot.n, t.Snapshot.data)
    .where(col(t.Snapshot.game_id) == bindparam("game"))
    .order_by(col(t.Snapshot.n).desc())
    .limit(1)
)
_LINES = (
    select(t.Entry.body, t.Entry.salt, t.Entry.hash)
    .where(col(t.Entry.game_id) == bindparam("game"), col(t.Entry.n) >= bindparam("first"))
    .order_by(col(t.Entry.n))
)
_SEALED = (
    select(t.SealedAnswer.seat, t.SealedAnswer.choice, t.SealedAnswer.source)
    .where(col(t.SealedAnswer.game_id) == bindparam("game"))
    .order_by(col(t.SealedAnswer.seat))
)
_OPEN_WINDOWS = (
    select(t.Window)
    .where(col(t.Window.game_id) == bindparam("game"), col(t.Window.state) == "open")
    .order_by(col(t.Window.number), col(t.Window.id))
)
_ASKED = (
    select(t.Window.question)
    .where(
        col(t.Window.game_id) == bindparam("game"),
        col(t.Window.state) == "open",
        col(t.Window.seat) == bindparam("seat"),
    )
    .order_by(col(t.Window.number))  # without this, SQLite looks at the open windows of all games
)
_EVENTS: Select[int, int, str, str | None] = (
    select(t.Event.id, t.Event.n, t.Event.body, t.Event.to)
    .where(col(t.Event.game_id) == bindparam("game"), col(t.Event.id) > bindparam("after"))
    .order_by(col(t.Event.id))
)
_NEWEST = (
    select(t.Event.id)
    .where(col(t.Event.game_id) == bindparam("game"))
    .order_by(col(t.Event.id).desc())
    .limit(1)
)
_FORGET_SEALED = delete(t.SealedAnswer).where(col(t.SealedAnswer.game_id) == bindparam("game"))


class SegmentOver(Diverged):
    """By the installed rules, the current segment is over where the record ends.

    The host may say that the game goes on.
    """


def named(db: Db, name: str | None) -> t.Game | None:
    """Find the game of this name, ignoring case."""
    return db.exec(select(t.Game).where(t.Game.name == (name or "").lower())).first()


def numbered(db: Db, numbers: Collection[int]) -> list[t.Game]:
    """Return the games of these numbers."""
    return list(db.exec(select(t.Game).where(col(t.Game.id).in_(numbers)))) if numbers else []


def seed_of_game(db: Db, game: t.Game, seats: Sequence[t.Seat] | None = None) -> Seed:
    """Return the seed of a started game: its secret, its seats and the players' words."""
    seats = seats_of(db, game) if seats is None else seats
    return seed_of(secret_of(db, game), [s.key for s in seats], [s.words for s in seats])


def secret_of(db: Db, game: t.Game) -> Seed:
    """Return the host's secret of a game."""
    return Seed(statements.read(db, _SECRET, game=game.id).scalar_one())


def seats_of(db: Db, game: t.Game) -> list[t.Seat]:
    """Return the taken seats, in clockwise order once the game has started."""
    return statements.objects(db, t.Seat, _SEATS, game=game.id)


def seat_of(db: Db, game: t.Game, key: str) -> t.Seat:
    """Return the seat of a started game that has this key."""
    (seat,) = statements.objects(db, t.Seat, _SEAT, game=game.id, key=key)
    return seat


def needs_locks(db: Db) -> bool:
    """Tell whether others may write in the meantime; on SQLite nobody does."""
    return db.get_bind().dialect.name != "sqlite"


def lock(db: Db, game: t.Game) -> None:
    """Lock the game against all others until the transaction ends."""
    if needs_locks(db):
        db.refresh(game, with_for_update={"key_share": True})


def lock_all(db: Db, which: SelectOfScalar[int]) -> None:
    """Lock these games, given by their numbers: always in one order, so that no two wait for
    each other."""
    if needs_locks(db):
        games = select(t.Game).where(col(t.Game.id).in_(which)).order_by(col(t.Game.id))
        fresh = {"populate_existing": True}
        db.exec(games.with_for_update(key_share=True), execution_options=fresh).all()


def mail_of(db: Db, number: int) -> t.Outgoing | None:
    """Return one of our mails, with its game locked."""
    row = db.get(t.Outgoing, number)
    if row is None or not needs_locks(db):
        return row  # nobody else can have changed it since it was read
    if row.game_id is not None:
        lock(db, db.get_one(t.Game, row.game_id))
    db.refresh(row, with_for_update=True)
    return row


def record_of(db: Db, game: t.Game) -> Record:
    """Return the record from its last snapshot on; older parts are read if an undo needs them."""
    first, data = statements.read(db, _SNAPSHOT, game=game.id).one()
    return Record(
        _lines(db, game, first),
        {first: zlib.decompress(data)},
        first=first,
        read=lambda n: _line(db.get_one(t.Entry, (game.id, n))),
        read_snapshot=lambda n: position_at(db, game, n),
    )


def position_at(db: Db, game: t.Game, n: int) -> bytes:
    """Return the state as it was stored at the segment that begins with line n."""
    return zlib.decompress(db.get_one(t.Snapshot, (game.id, n)).data)


def last_line(db: Db, game: t.Game) -> int:
    """Return the number of the last stored line of the record, or -1 if there is none."""
    last = db.exec(select(func.max(t.Entry.n)).where(t.Entry.game_id == game.id)).one()
    return -1 if last is None else last


def whole_record(db: Db, game: t.Game) -> Record:
    """Return all lines of the record, without snapshots: for export and verification."""
    return Record(_lines(db, game, 0))


def _lines(db: Db, game: t.Game, first: int) -> Iterator[Line]:
    for body, salt, hash_ in statements.read(db, _LINES, game=game.id, first=first):
        yield Line(decode(body), salt, hash_)


def _line(row: t.Entry) -> Line:
    return Line(decode(row.body), row.salt, row.hash)


def restore(
    db: Db,
    game: t.Game,
    rules: Game,
    seats: Sequence[t.Seat] | None = None,
    policy: Policy = take_default,
) -> Session:
    """Restore the game as it stands under the installed rules, with its own data.

    `seats` saves reading the seats. Raises Diverged if the rules no longer fit the game, or a
    subclass if there is a special way to repair it.
    """
    own = game_data.its_rules(db, game, rules)
    session = restored(db, game, own, seats, policy)
    if session.ended:
        raise SegmentOver("what is being played is over where its record ends")
    return session


def restored(
    db: Db,
    game: t.Game,
    rules: Game,
    seats: Sequence[t.Seat] | None = None,
    policy: Policy = take_default,
) -> Session:
    """Do the same as `restore` under exactly these rules; the segment may have ended."""
    sealed = {
        seat: (as_choice(decode(choice)), source)
        for seat, choice, source in statements.read(db, _SEALED, game=game.id)
    }
    dice = Dice(seed_of_game(db, game, seats))
    return Session(rules, dice, record_of(db, game), sealed, policy=policy)


def gone_back(
    db: Db,
    game: t.Game,
    rules: Game,
    undo: Callable[[Record, Dice], None],
    line: int,
    because: str,
) -> Session:
    """Restore the game under these rules with an undo applied, and ask again what was open then.

    `undo` adds an undo line to the record; `line` is the line that everybody is told. Raises
    Diverged if the rules do not fit even then.
    """
    record, dice = record_of(db, game), Dice(seed_of_game(db, game))
    undo(record, dice)
    told = {"line": line, "because": because, "new_dice": False}
    undone = Event("undone", told, None, len(record) - 1)
    session = Session(rules, dice, record)
    session.events.insert(0, undone)
    session.take_up()
    return session


def note(db: Db, game: t.Game, what: str, **data: object) -> None:
    """Record an act that needs no position, such as a pause, of a game that cannot be restored."""
    record, dice = record_of(db, game), Dice(seed_of_game(db, game))
    n = record.append(dice.hash("salt", len(record)), {"t": "note", "what": what, **data})
    _save_new(db, game, record, [Event(what, data, None, n)])


def save(db: Db, game: t.Game, session: Session) -> None:
    """Store all lines, snapshots, events and sealed answers that are new since the last save."""
    _save_new(db, game, session.record, session.events)
    statements.run(db, _FORGET_SEALED, game=game.id)
    statements.add(
        db,
        t.SealedAnswer,
        [_sealed(game, seat, *sealed) for seat, sealed in session.sealed.items()],
    )
    session.events.clear()
    game.version, game.data_hash = session.game.version, session.game.data_hash


def _save_new(db: Db, game: t.Game, record: Record, events: Sequence[Event]) -> None:
    statements.add(db, t.Entry, list(_new_entries(game, record, record.written)))
    statements.add(db, t.Snapshot, list(_new_snapshots(game, record, record.written)))
    statements.add(db, t.Event, [_event(game, event) for event in events])
    record.written = len(record)


def _new_entries(game: t.Game, record: Record, written: int) -> Iterator[Row]:
    for n in range(written, len(record)):
        line = record.line(n)
        yield {
            "game_id": game.id,
            "n": n,
            "body": canonical(line.body).decode(),
            "salt": line.salt,
            "hash": line.hash,
        }


def _new_snapshots(game: t.Game, record: Record, written: int) -> Iterator[Row]:
    for n, data in record.snapshots.items():
        if n >= written:
            begun = record.line(n).body
            yield {
                "game_id": game.id,
                "n": n,
                "version": begun["version"],
                "data_hash": begun["data"],
                "data": zlib.compress(data, 9),
            }


def _event(game: t.Game, event: Event) -> Row:
    return {
        "game_id": game.id,
        "n": event.n,
        "body": canonical({"what": event.what, "data": event.data}).decode(),
        "to": None if event.to is None else json.dumps(event.to),
    }


def _sealed(game: t.Game, seat: SeatKey, choice: Choice, source: str) -> Row:
    text = canonical(list(choice)).decode()
    return {"game_id": game.id, "seat": seat, "choice": text, "source": source}


# What is open, and what happened


def open_windows(db: Db, game: t.Game) -> list[t.Window]:
    """Return the open windows of a game."""
    return statements.objects(db, t.Window, _OPEN_WINDOWS, game=game.id)


def asked(db: Db, game: t.Game, seat: str) -> list[str]:
    """Return the kinds of the questions that a seat still has to answer, as the store has them
    before anything is changed."""
    return list(statements.read(db, _ASKED, game=game.id, seat=seat).scalars())


class StoredEvent(NamedTuple):
    """An event with its id in the store."""

    id: int
    event: Event

    def shown(self) -> Free:
        """Return the event as mails contain it."""
        return {"what": self.event.what, "data": self.event.data, "n": self.event.n}


def events_since(db: Db, game: t.Game, after: int) -> list[StoredEvent]:
    """Return the events of a game with a greater id."""
    return [_told(*row) for row in statements.read(db, _EVENTS, game=game.id, after=after)]


def _told(number: int, n: int, body: str, to: str | None) -> StoredEvent:
    told = decode(body)
    seats = None if to is None else tuple(decode(to))
    return StoredEvent(number, Event(told["what"], told["data"], seats, n))


def events(db: Db, game: t.Game, seat: str | None, *, after: int = 0) -> list[Free]:
    """Return the events with a greater id that a seat (None: the public) may see."""
    return [told.shown() for told in events_since(db, game, after) if told.event.seen_by(seat)]


def last_event(db: Db, game: t.Game) -> int:
    """Return the id of the newest event of a game, or 0 if there is none."""
    return statements.read(db, _NEWEST, game=game.id).scalar() or 0
