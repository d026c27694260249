"""Rebuilds a moderator's games in a new database, from nothing but the raw mails, the key and the
secrets of the dice, at the times at which each mail was judged and sent."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlmodel import Session as Db
from sqlmodel import col, select, update

from pbem.campaign import scheduler
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import host_address
from pbem.campaign.sending import rows_to_mails, sent_or_tried_again
from pbem.campaign.world import World
from pbem.daemon import judging_one_mail
from pbem.daemon.maintenance import limits_as_known
from pbem.features.joining import join_and_leave, opening_and_starting
from pbem.mail.transports.transport import Sent
from pbem.settings import attendance_policy, pacing
from pbem.store import inbound_mails, open_store, statements
from pbem.store import tables as t

NEVER = timedelta(days=36_500)


@dataclass
class Moment:
    """What was done at one time, in this order."""

    games: list[t.Game] = field(default_factory=list)
    """Games created on the command line."""
    started: list[t.Game] = field(default_factory=list)
    """Games started on the command line."""
    mails: list[int] = field(default_factory=list)
    """The numbers of the mails that were judged, in the order in which they came."""
    sent: set[str] = field(default_factory=set)
    """The Message-IDs of mails that a server accepted."""
    sent_last: bool = False
    """Whether these were sent after the mails were judged: one of them was written at this time."""


@contextmanager
def rebuilt(world: World) -> Iterator[World]:
    """Do everything again, in a folder that is deleted afterwards; the moderator may run
    meanwhile."""
    with TemporaryDirectory(prefix="pbem-rebuild-") as name, world.store.reading() as known:
        folder = Path(name)
        mail = world.config.mail.model_copy(update={"aside": folder / "aside"})
        config = world.config.model_copy(update={"folder": folder, "mail": mail})
        store = open_store(f"sqlite:///{folder / 'pbem.sqlite'}", upgrade=True)
        try:
            again = replace(world, config=config, store=store, interpreter=None)
            for now, moment in sorted(_moments(known).items()):
                _do(again, known, now, moment)
            yield again
        finally:
            store.close()


def _moments(known: Db) -> dict[datetime, Moment]:
    """Return everything that was done, by its time."""
    moments = defaultdict[datetime | None, Moment](Moment)
    judged = col(t.InboundMail.finished)
    for game in known.exec(select(t.Game).order_by(col(t.Game.id))):
        moments[game.created].games.append(game)
    came = select(t.InboundMail.id, judged).where(judged.is_not(None))
    in_order = came.order_by(col(t.InboundMail.arrived), col(t.InboundMail.id))
    for number, finished in known.exec(in_order):
        moments[finished].mails.append(number)
    went = select(t.Outgoing.message_id, t.Outgoing.created, t.Outgoing.sent)
    for message_id, written, sent in known.exec(went.where(col(t.Outgoing.sent).is_not(None))):
        moments[sent].sent.add(message_id)
        moments[sent].sent_last |= written == sent
    for game in known.exec(select(t.Game).where(col(t.Game.started).is_not(None))):
        if not moments[game.started].mails:
            moments[game.started].started.append(game)
    return {time: moment for time, moment in moments.items() if time is not None}


def _do(world: World, known: Db, now: datetime, moment: Moment) -> None:
    for game in moment.games:
        _create(world, known, game)
    for game in moment.started:
        _start(world, game, now)
    if moment.sent and not moment.sent_last:
        _send(world, known, now, moment.sent)
    for number in moment.mails:
        row = _put_in(world, known, number)
        _judge_due(world, row.arrived - timedelta(microseconds=1), now)
        with limits_as_known.as_known(world, row, number, now):
            judging_one_mail.judge_mail(world, number, now)
    if moment.mails:
        _judge_due(world, now, now)
    if moment.sent_last:
        _send(world, known, now, moment.sent)


# On the command line


def _create(world: World, known: Db, game: t.Game) -> None:
    """Create a game as it was created, with its secret and its invitations."""
    secret = known.get_one(t.GameSecret, game.id).secret
    world = replace(world, entropy=world.entropy.with_fresh(lambda _: secret))
    options = json.loads(game.options)
    if isinstance(options["seats"], list):
        options["seats"] = len(options["seats"])
    with world.store.transaction() as db:
        made = opening_and_starting.new(
            world,
            db,
            game.created,
            rules=game.kind,
            name=game.name,
            options=options,
            pace=pacing.restored(game.pace),
            treats=attendance_policy.restored(game.terms),
            host_plays=game.host_plays and not _host_came(world, known, game),
            bots=_bots(known, game),
            new_dice=game.new_dice,
            language=game.language,
        )
        ctx = Context(world, db, game.created, f"new {game.name} {game.created.isoformat()}")
        for address in _invited(known, game):
            join_and_leave.invite(ctx, made, address)


def _host_came(world: World, known: Db, game: t.Game) -> bool:
    """Tell whether the host got a seat by mail: from then on the host plays, and not before."""
    host = host_address(world)
    had = col(t.Entrant.state).in_(("seated", "resigned"))
    entrants = select(t.Entrant.id).where(t.Entrant.game_id == game.id, t.Entrant.address == host)
    seats = select(t.Seat.id).where(t.Seat.game_id == game.id, t.Seat.address == host)
    return any(known.exec(one.limit(1)).first() for one in (entrants.where(had), seats))


def _bots(known: Db, game: t.Game) -> int:
    """Return how many bots had a seat before anybody came. If nobody ever did, bots got the last
    seats at the start: one is enough to tell so."""
    came = select(t.Entrant.address).where(t.Entrant.game_id == game.id).order_by(col(t.Entrant.id))
    addresses = list(known.exec(came))
    most = join_and_leave.places(game) - 1
    return next((n for n, address in enumerate(addresses) if address), min(len(addresses), most))


def _invited(known: Db, game: t.Game) -> Sequence[str]:
    mails = select(t.Outgoing.recipient).where(
        t.Outgoing.game_id == game.id,
        t.Outgoing.kind == "invitation",
        t.Outgoing.created == game.created,
    )
    return known.exec(mails.order_by(col(t.Outgoing.id))).all()


def _start(world: World, game: t.Game, now: datetime) -> None:
    with world.store.transaction() as db:
        ctx = Context(world, db, now, f"start {game.name} {now.isoformat()}")
        made = db.exec(select(t.Game).where(t.Game.name == game.name)).one()
        opening_and_starting.start(ctx, made, fill_with_bots=True)


# Mails in, and what comes due


def _put_in(world: World, known: Db, number: int) -> t.InboundMail:
    """Store a mail as it came; return it as it was judged first."""
    row = known.get_one(t.InboundMail, number)
    with world.store.transaction() as db:
        stored = inbound_mails.add(
            db,
            number=number,
            source=row.source,
            server_id=row.server_id,
            arrived=row.arrived,
            raw=row.raw,
        )
    assert stored == number, "a mail is put in once"
    known.expunge(row)
    return row


def _judge_due(world: World, until: datetime, now: datetime) -> None:
    while _judge_next(world, until, now):
        pass


def _judge_next(world: World, until: datetime, now: datetime) -> bool:
    """Handle what is due first; False: nothing is by then."""
    with world.store.reading() as db:
        due = scheduler.first(world, db, until)
    return due is not None and scheduler.handle(world, due, now)


# Mails out


def _send(world: World, known: Db, now: datetime, sent: set[str]) -> None:
    """Note that these mails were accepted, in the batches in which they were sent."""
    while not _has(world, sent) and _judge_next(world, now, now):
        pass
    waits = (col(t.Outgoing.state) == "waiting", col(t.Outgoing.next_try) <= now)
    later = col(t.Outgoing.message_id).not_in(_sent_later(known, now))
    with world.store.transaction() as db:
        statements.run(db, update(t.Outgoing).where(*waits, ~later).values(next_try=now + NEVER))
    while found := rows_to_mails.claimed(world, now):
        for row, goes in found:
            if goes is True and row.message_id in sent:
                sent_or_tried_again.note_result(
                    world, row.id, Sent(row.message_id, "accepted", ""), now
                )
            else:
                _put_off(world, row.id, now)
    with world.store.transaction() as db:
        kept = (col(t.Outgoing.state) == "waiting", col(t.Outgoing.next_try) > now)
        statements.run(db, update(t.Outgoing).where(*kept).values(next_try=now))


def _has(world: World, sent: set[str]) -> bool:
    with world.store.reading() as db:
        found = select(t.Outgoing.message_id).where(col(t.Outgoing.message_id).in_(sent))
        return set(db.exec(found)) == sent


def _sent_later(known: Db, now: datetime) -> set[str]:
    return set(known.exec(select(t.Outgoing.message_id).where(col(t.Outgoing.sent) > now)))


def _put_off(world: World, number: int, now: datetime) -> None:
    with world.store.transaction() as db:
        mine = (col(t.Outgoing.id) == number, col(t.Outgoing.state) == "waiting")
        statements.run(db, update(t.Outgoing).where(*mine).values(next_try=now + NEVER))
