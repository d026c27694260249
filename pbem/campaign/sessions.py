"""A game taken out of the store, and what happened to it put back: all in one transaction."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence

from sqlmodel import Session as Db
from sqlmodel import col, delete, func, select

from engine.decision import Seat as SeatKey
from engine.decision import as_choice
from engine.dice import Dice, Seed, canonical, seed_of
from engine.game import Game
from engine.record import Line, Record
from engine.session import Policy, Session, take_default
from pbem.store import tables as t


def seed_of_game(db: Db, game: t.Game, seats: Sequence[t.Seat] | None = None) -> Seed:
    """The seed of a started game: its secret, its seats and the players' words."""
    seats = seats_of(db, game) if seats is None else seats
    return seed_of(secret_of(db, game), [s.key or "" for s in seats], [s.words for s in seats])


def secret_of(db: Db, game: t.Game) -> Seed:
    """The host's secret of a game."""
    return Seed(db.exec(select(t.GameSecret).where(t.GameSecret.game_id == game.id)).one().secret)


def seats_of(db: Db, game: t.Game) -> list[t.Seat]:
    """The seats that are taken, in clockwise order once the game has started."""
    taken = select(t.Seat).where(t.Seat.game_id == game.id, t.Seat.status == "confirmed")
    return list(db.exec(taken.order_by(col(t.Seat.place), col(t.Seat.id))))


def hold(db: Db, game: t.Game) -> None:
    """Keep all others from the game until the transaction ends; on SQLite nobody else writes."""
    if db.get_bind().dialect.name != "sqlite":
        db.refresh(game, with_for_update=True)


def record_of(db: Db, game: t.Game) -> Record:
    """The record from its last snapshot on; what is older is read when an undo asks for it."""
    snapshots = select(t.Snapshot.n, t.Snapshot.data).where(t.Snapshot.game_id == game.id)
    first, data = db.exec(snapshots.order_by(col(t.Snapshot.n).desc()).limit(1)).one()
    rows = db.exec(
        select(t.Entry)
        .where(t.Entry.game_id == game.id, t.Entry.n >= first)
        .order_by(col(t.Entry.n))
    )
    return Record(
        map(_line, rows),
        {first: zlib.decompress(data)},
        first=first,
        read=lambda n: _line(db.get_one(t.Entry, (game.id, n))),
        read_snapshot=lambda n: zlib.decompress(db.get_one(t.Snapshot, (game.id, n)).data),
    )


def whole_record(db: Db, game: t.Game) -> Record:
    """All lines of the record, without snapshots: for export and verification."""
    rows = select(t.Entry).where(t.Entry.game_id == game.id).order_by(col(t.Entry.n))
    return Record(map(_line, db.exec(rows)))


def _line(row: t.Entry) -> Line:
    return Line(json.loads(row.body), row.salt, row.hash)


def restore(
    db: Db,
    game: t.Game,
    rules: Game,
    seats: Sequence[t.Seat] | None = None,
    policy: Policy = take_default,
) -> Session:
    """The game as it stands; `seats` are its seats, where they are at hand.

    Raises engine.record.Diverged if the rules no longer fit it.
    """
    rows = db.exec(select(t.Held).where(t.Held.game_id == game.id).order_by(col(t.Held.seat)))
    held = {row.seat: (as_choice(json.loads(row.choice)), row.source) for row in rows}
    dice = Dice(seed_of_game(db, game, seats))
    return Session(rules, dice, record_of(db, game), held, policy=policy)


def save(db: Db, game: t.Game, session: Session) -> None:
    """Write what is new since the session was made: lines, snapshots, events, held answers."""
    last = db.exec(select(func.max(t.Entry.n)).where(t.Entry.game_id == game.id)).one()
    _save_lines(db, game, session, 0 if last is None else last + 1)
    for event in session.events:
        to = None if event.to is None else json.dumps(event.to)
        body = canonical({"what": event.what, "data": event.data}).decode()
        db.add(t.Event(game_id=game.id, n=event.n, body=body, to=to))
    session.events.clear()
    _save_held(db, game, session.held)
    db.flush()


def _save_lines(db: Db, game: t.Game, session: Session, written: int) -> None:
    record = session.record
    before = record.line(written - 1).hash if written else ""
    for n in range(written, len(record)):
        line = record.line(n)
        body = canonical(line.body).decode()
        db.add(
            t.Entry(
                game_id=game.id,
                n=n,
                body=body,
                salt=line.salt,
                hash_before=before,
                hash=line.hash,
            )
        )
        before = line.hash
    for n, data in record.snapshots.items():
        if n >= written:
            begun = record.line(n).body
            db.add(
                t.Snapshot(
                    game_id=game.id,
                    n=n,
                    version=begun["version"],
                    data_hash=begun["data"],
                    data=zlib.compress(data, 9),
                )
            )


def _save_held(
    db: Db, game: t.Game, held: Mapping[SeatKey, tuple[tuple[object, ...], str]]
) -> None:
    db.exec(delete(t.Held).where(col(t.Held.game_id) == game.id))
    for seat, (choice, source) in held.items():
        text = canonical(list(choice)).decode()
        db.add(t.Held(game_id=game.id, seat=seat, choice=text, source=source))


def packed(data: Mapping[str, object]) -> bytes:
    """JSON, compressed."""
    return zlib.compress(canonical(data), 9)
