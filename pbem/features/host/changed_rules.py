"""Running games after the rules or their data have changed: what no longer fits, and what the host
can do.

Nothing is repaired by itself. A game that does not fit waits, with its mails, until the host has
chosen. A game that fits goes on under the installed rules, and its record says so.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

import structlog
from sqlmodel import Session as Db
from sqlmodel import col, or_, select

from engine.core import bots
from engine.core.decision import Refused
from engine.core.dice import Dice
from engine.core.game import Game
from engine.core.record import Body, Diverged, Record
from engine.core.session import Session
from engine.core.undo_lines import restart, take_back
from pbem.campaign import failure_causes, game_data, game_store, host_acts, turns
from pbem.campaign.mails import failures
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING
from pbem.campaign.world import World
from pbem.features.host import undoing
from pbem.reports.mails import NoticeMail
from pbem.store import tables as t

DROP, RESTART, GO_ON = "--drop-answers", "--restart", "--go-on"
"""What a host can choose, by the names of the options."""
Ledger = list[tuple[int, Body]]
TRIALS, MOST_AHEAD = 3, 20_000
Undo = Callable[[Record, Dice], None]
log: Any = structlog.get_logger()


class Cut(NamedTuple):
    """A way to go back: the first line taken back, how many answers are lost, and of which
    seats."""

    line: int
    answers: int
    seats: tuple[str, ...] = ()
    """The seats' names as they are printed."""


class Prospect(NamedTuple):
    """How a game stands under the installed rules, and what its host can do about it."""

    last: int
    """The last line of its record."""
    problem: Diverged | None = None
    """What does not fit; its text may tell what a seat hides."""
    ended: bool = False
    """Whether by these rules the current segment is over; the host can let the game go on."""
    drop: Cut | None = None
    """The last answers, as few as necessary."""
    restart: Cut | None = None
    """Everything since the last moment at which nobody was in the middle of anything."""
    unwanted: tuple[tuple[int, Body], ...] = ()
    """Draws that were made and that nothing asks for any more, with their lines."""

    @property
    def fits(self) -> bool:
        """Tell whether the game can simply go on."""
        return self.problem is None and not self.ended


def running(db: Db) -> list[t.Game]:
    """List the games in play, oldest first."""
    rows = select(t.Game).where(col(t.Game.status).in_(PLAYING))
    return list(db.exec(rows.order_by(col(t.Game.id))))


def look(db: Db, game: t.Game, rules: Game) -> Prospect:
    """Tell how a game stands under the installed rules with its own data. Changes nothing."""
    try:
        return look_under(db, game, game_data.its_rules(db, game, rules))
    except Diverged as problem:
        return Prospect(game_store.last_line(db, game), problem)


def look_under(db: Db, game: t.Game, rules: Game) -> Prospect:
    """Tell how a game would stand under exactly these rules. Changes nothing."""
    last = game_store.last_line(db, game)
    seats = [seat.key for seat in game_store.seats_of(db, game)]
    try:
        session = game_store.restored(db, game, rules)
        _look_around(session, seats)
    except Diverged as problem:
        dice, record = Dice(game_store.seed_of_game(db, game)), game_store.record_of(db, game)
        dropped, begun_again = _ways_back(_Trial(rules, dice, record, seats), problem)
        return Prospect(last, problem, drop=dropped, restart=begun_again)
    return Prospect(last, ended=session.ended, unwanted=tuple(session.unwanted))


class _Trial(NamedTuple):
    """A trial of a record under rules that it does not fit now."""

    rules: Game
    dice: Dice
    record: Record
    seats: list[str]

    def fits(self, undo: Undo) -> bool:
        """Tell whether the record fits the rules after this undo line."""
        tried = self.record.copy()
        undo(tried, self.dice)
        try:
            _look_around(Session(self.rules, self.dice, tried), self.seats)
        except Diverged:
            return False
        return True

    def cut(self, line: int, ledger: Ledger) -> Cut:
        """Tell what is lost by going back to before a line."""
        seats = [b["seat"] for n, b in ledger if n >= line and b["t"] == "choice"]
        names = map(self.rules.words.name, dict.fromkeys(seats))
        return Cut(line, len(seats), tuple(names))


def _ways_back(trial: _Trial, problem: Diverged) -> tuple[Cut | None, Cut | None]:
    """Find the ways to go back: the fewest last answers that help, and the whole segment."""
    begun, ledger = trial.record.standing()
    acts = [n for n, body in ledger if body["t"] == "anytime" or body.get("part") == 0]
    near = [n for n in reversed(acts) if problem.line is not None and n <= problem.line]
    drop = next((n for n in near if trial.fits(dropping(n, ""))), None)
    return (
        None if drop is None else trial.cut(drop, ledger),
        trial.cut(begun + 1, ledger) if ledger and trial.fits(restarting("")) else None,
    )


def dropping(line: int, because: str) -> Undo:
    """Make the undo line for this line and everything after it."""
    return lambda record, dice: take_back(record, dice, line, because)


def restarting(because: str) -> Undo:
    """Make the undo line for the whole segment."""
    return lambda record, dice: restart(record, dice, because)


def _look_around(session: Session, seats: list[str]) -> None:
    """Build what reports show. Raises Diverged if the rules cannot show it."""
    try:
        for seat in (None, *seats):
            session.view(seat)
        for seat in session.questions:
            session.decision(seat)
    except Exception as problem:
        why = f"the rules fail to show it ({type(problem).__name__})"
        raise Diverged(why, len(session.record) - 1) from problem


# What the host chooses


def drop(ctx: Context, game: t.Game, because: str) -> None:
    """Take back the fewest last answers with which the game can go on. Raises Refused."""
    own, found = _to_mend(ctx, game)
    _go_back(ctx, game, own, found, DROP, because)


def begin_again(ctx: Context, game: t.Game, because: str) -> None:
    """Take back everything played in the current segment. Raises Refused."""
    own, found = _to_mend(ctx, game)
    _go_back(ctx, game, own, found, RESTART, because)


def go_on(ctx: Context, game: t.Game, because: str) -> None:
    """Go on with a game whose segment is over under the installed rules. Raises Refused."""
    own, found = _to_mend(ctx, game)
    if not found.ended:
        raise Refused(f"{game.name} cannot go on by that; {_possible(game, found)}")
    session = game_store.restored(ctx.db, game, own)
    session.note("went_on", because=because)
    session.go_on()
    undoing.play_on(ctx, game, session, NoticeMail(act="went_on", because=because))


def _to_mend(ctx: Context, game: t.Game) -> tuple[Game, Prospect]:
    """Return the rules that a game should go on under, and how it stands. Raises Refused if it
    fits."""
    rules = host_acts.allowed(ctx, game, *PLAYING)
    try:
        own = game_data.its_rules(ctx.db, game, rules)
    except game_data.OtherData as problem:
        raise failures.refused(game, problem) from None
    found = look_under(ctx.db, game, own)
    if found.fits:
        raise Refused(f"{game.name} fits the installed rules: there is nothing to mend.")
    return own, found


def _go_back(
    ctx: Context, game: t.Game, rules: Game, found: Prospect, way: str, because: str
) -> None:
    cut = dict(ways_of(found)).get(way)
    if cut is None:
        raise Refused(f"{game.name} cannot go on by that; {_possible(game, found)}")
    undo = dropping(cut.line, because) if way == DROP else restarting(because)
    session = game_store.gone_back(ctx.db, game, rules, undo, cut.line, because)
    told = NoticeMail(act="undone", because=because, line=cut.line)
    undoing.gone_back(ctx, game, session, told)


def take_over_data(ctx: Context, game: t.Game, because: str, way: str | None = None) -> None:
    """Go on with the installed data instead of the game's own. Raises Refused.

    `way`: DROP or RESTART, if earlier answers do not fit the new data.
    """
    rules = host_acts.allowed(ctx, game, *PLAYING)
    if game.data_hash == rules.data_hash:
        raise Refused(f"{game.name} is played with the installed data already.")
    found = look_under(ctx.db, game, rules)
    if found.problem and way is None:
        said = "Some answers do not fit the installed data"
        raise Refused(f"{said}; {_possible(game, found)}")
    game_data.keep(ctx.db, rules)
    if found.problem:
        _go_back(ctx, game, rules, found, way or "", because)
    session = game_store.restored(ctx.db, game, rules)
    _try_ahead(game, session)
    session.note("corrected", because=because)
    if session.ended:
        session.go_on()
    undoing.play_on(ctx, game, session, NoticeMail(act="corrected", because=because))


def _try_ahead(game: t.Game, session: Session) -> None:
    """Play a copy on at random to see whether the position can be played with other data: a missing
    name may only be noticed later. Raises Refused."""
    for number in range(TRIALS):
        ahead = Session(session.game, session.dice, session.record.copy())
        ahead.go_on()
        try:
            bots.play(ahead, bots.random_bot(bots.Stream(f"ahead {number}")), most=MOST_AHEAD)
        except Exception as problem:
            why = f"played on at random with the installed data, {game.name} fails"
            raise Refused(f"{why} ({type(problem).__name__}): it keeps its own data.") from problem


def _possible(game: t.Game, found: Prospect) -> str:
    ways = [f"{way} ({told(cut)})" for way, cut in ways_of(found)]
    if found.ended:
        ways.append(GO_ON)
    older = f"only the pbem that {game.name} was played with can go on with it."
    return f"possible: {', '.join(ways)}." if ways else older


def ways_of(found: Prospect) -> Iterator[tuple[str, Cut]]:
    """Return the possible ways to go back, by the names of their options."""
    for way, cut in ((DROP, found.drop), (RESTART, found.restart)):
        if cut is not None:
            yield way, cut


def told(cut: Cut) -> str:
    """Say what a way back costs: "takes back 2 answers of Spain and Russia, from line 612 on"."""
    if not cut.answers:
        return f"takes back no answer: what was drawn from line {cut.line} on is drawn again"
    number = "1 answer" if cut.answers == 1 else f"{cut.answers} answers"
    *others, last = cut.seats
    whose = f"{', '.join(others)} and {last}" if others else last
    return f"takes back {number} of {whose}, from line {cut.line} on"


# What needs no choice


def take_up(world: World, now: datetime) -> None:
    """Continue the games that were played under other rules. The host hears of those that do not
    fit."""
    with world.store.reading() as db:
        others = _to_take_up(db, world)
    for game_id in others:
        try:
            with world.store.transaction() as db:
                game = db.get_one(t.Game, game_id)
                game_store.lock(db, game)
                if game_id in _to_take_up(db, world):  # no other worker was faster
                    _take_up(world, db, game, now)
        except Exception as problem:
            if failure_causes.why(problem):
                raise
            log.error("a game cannot be taken up", game=game_id, **failures.told(problem))
            with world.store.transaction() as db:
                game = db.get_one(t.Game, game_id)
                cause = f"not taken up {game.name} {now.isoformat()}"
                failures.tell_of_game(Context(world, db, now, cause), game, problem)


def _to_take_up(db: Db, world: World) -> list[int]:
    """Find running games that another version of the rules played, or whose data these cannot
    play."""
    found: list[int] = []
    for kind, rules in world.games.items():
        other = col(t.Game.version) != rules.version
        if rules.with_data is None:
            other = or_(other, col(t.Game.data_hash) != rules.data_hash)
        played = (t.Game.kind == kind, col(t.Game.status).in_(PLAYING))
        found += db.exec(select(t.Game.id).where(*played, other).order_by(col(t.Game.id)))
    return found


def _take_up(world: World, db: Db, game: t.Game, now: datetime) -> None:
    session = game_store.restore(db, game, world.games[game.kind])
    session.take_up()
    ctx = Context(world, db, now, f"taken up {game.name} {now.isoformat()}")
    begun = turns.at(ctx, game, session)
    turns.go_on(begun, closed="withdrawn")
    turns.tell_all(begun)
