"""Plays a whole campaign through the mail path, with a simulated clock."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.core.bots import Stream
from engine.core.game import Game
from engine.games import GAMES
from pbem.campaign import deadlines, entropy, game_store, host_acts
from pbem.campaign.mails.outbox import Context
from pbem.campaign.sending.rows_to_mails import MapMaker
from pbem.campaign.world import World
from pbem.daemon import receive_judge_send
from pbem.daemon.features import FEATURES
from pbem.daemon.moderator_folder import found
from pbem.demo.carriers import OWN, Carrier
from pbem.demo.players import Player
from pbem.demo.players_desk import Desk, Posted
from pbem.demo.progress import Bar
from pbem.features.joining import join_and_leave, opening_and_starting
from pbem.mail.transports.configured import way_in, way_out
from pbem.mail.transports.mailbox import Mailbox
from pbem.mail.transports.transport import Transport
from pbem.settings.pacing import Pace
from pbem.store import open_store
from pbem.store import tables as t

BEGIN = datetime(2024, 1, 8, 9, 0, tzinfo=UTC)
"""Where the simulated clock starts: earlier than the machine's clock, which real servers use."""
MOST_CYCLES = 20_000


@dataclass(frozen=True)
class Plan:
    """What kind of campaign to play."""

    folder: Path
    rules: str
    players: int
    seed: str

    @property
    def name(self) -> str:
        """The campaign's name: the initials of its game, and 1."""
        return "".join(word[0] for word in self.rules.split("-")) + "1"


@dataclass
class Clock:
    """The simulated time."""

    now: datetime = BEGIN


@dataclass
class Campaign:
    """A campaign in progress."""

    plan: Plan
    world: World
    carrier: Carrier
    mailbox: Mailbox
    transport: Transport
    maps: MapMaker
    players: dict[str, Player]
    clock: Clock
    read_to: int = 0
    """The id of the last outgoing mail that was looked at."""

    @property
    def rules(self) -> Game:
        """The rules of the game."""
        return self.world.games[self.plan.rules]

    def play(self, bar: Bar) -> None:
        """Play from the invitations to the final report. Raises RuntimeError if the game does not
        end."""
        self._invite()
        for _ in range(MOST_CYCLES):
            receive_judge_send.cycle(
                self.world, self.mailbox, self.transport, self.clock.now, self.maps
            )
            self._hand_out()
            with self.world.store.reading() as db:
                game = host_acts.game_named(db, self.plan.name)
                if game.status == "over":
                    bar.finish()
                    return
                posts = self._joins(game) if game.status == "open" else self._plays(db, game, bar)
                later = deadlines.next_due(db)
            self._deliver(posts, later)
        raise RuntimeError(f"no end after {MOST_CYCLES} cycles")

    def _invite(self) -> None:
        with self.world.store.transaction() as db:
            now = self.clock.now
            post = Context(self.world, db, now, f"new {self.plan.name} {now.isoformat()}")
            game = opening_and_starting.new(
                self.world,
                db,
                self.clock.now,
                rules=self.plan.rules,
                name=self.plan.name,
                options={"seats": self.plan.players},
                pace=Pace(),
            )
            for address in self.players:
                join_and_leave.invite(post, game, address)

    def _hand_out(self) -> None:
        """Hand each player the latest mail that was sent to them."""
        rows = select(t.Outgoing.id, t.Outgoing.recipient, t.Outgoing.kind, t.Outgoing.message_id)
        sent = rows.where(col(t.Outgoing.id) > self.read_to, t.Outgoing.state == "sent")
        with self.world.store.reading() as db:
            new = db.exec(sent.order_by(col(t.Outgoing.id))).all()
        newest = {}
        for row_id, recipient, kind, message_id in new:
            self.read_to = row_id
            newest[recipient] = kind, self.carrier.sent(message_id)
        for recipient, (kind, raw) in newest.items():
            if recipient in self.players:
                self.players[recipient].desk.takes(raw, kind)

    def _joins(self, game: t.Game) -> list[Posted]:
        posts = []
        for player in self.players.values():
            if player.desk.newest_kind == "invitation":
                wish = self.rules.words.name(player.wish) if player.wish else ""
                posts.append(player.joins(OWN, game.name, wish, self.clock.now))
            elif player.desk.newest_kind == "confirm":
                posts.append(player.confirms(self.clock.now))
        return posts

    def _plays(self, db: Db, game: t.Game, bar: Bar) -> list[Posted]:
        session = game_store.restore(db, game, self.rules)
        bar.show(session.view(None), self.read_to)
        seats = {seat.key: seat.address for seat in game_store.seats_of(db, game)}
        posts: list[Posted] = []
        for key in session.waiting():
            player = self.players[seats[key]]
            posts += player.plays(session, key, self.clock.now)
        return posts

    def _deliver(self, posts: Sequence[Posted], later: datetime | None) -> None:
        """Deliver the mails in order of time. If there are none, move the clock to what is due
        next."""
        for post in sorted(posts, key=lambda post: post.at):
            self.carrier.deliver(post.sender, post.to, post.raw, post.at)
        if posts:
            self.clock.now = max(post.at for post in posts)
        elif later is not None:
            self.clock.now = max(later, self.clock.now)
        else:
            raise RuntimeError("nobody writes, and nothing is due")


@contextmanager
def prepared(plan: Plan, carrier: Carrier, maps: MapMaker) -> Iterator[Campaign]:
    """Prepare a campaign in its folder; its players are not invited yet."""
    key = hashlib.sha256(plan.seed.encode()).digest()  # the same as entropy.seeded uses
    config, _ = found(plan.folder, carrier.settings, lambda number: key[:number])
    store, chance = open_store(config.database_url), entropy.seeded(plan.seed)
    world = World(config, store, GAMES, chance, FEATURES)
    clock = Clock()
    with closing(world.store), closing(way_in(config, lambda: clock.now)) as mailbox:
        yield Campaign(
            plan, world, carrier, mailbox, way_out(config), maps, players_of(plan), clock
        )


def players_of(plan: Plan) -> dict[str, Player]:
    """Return the players by address. All but the last know which seat they want."""
    keys = GAMES[plan.rules].seat_names({})
    players = []
    for number in range(1, plan.players + 1):
        wish = keys[(number - 1) % len(keys)] if number < plan.players else ""
        address = f"{wish.replace('_', '-') or f'player{number}'}@example.org"
        stream = Stream(f"{plan.seed}, player {number}")
        players.append(Player(Desk(number, address, f"Player {number}", stream), wish))
    return {player.desk.address: player for player in players}
