"""Lines that wait for a `yes`: a mail showed them, and a reply to that mail applies them.

A showing belongs to a seat, or to the host (`seat` is None), who is shown commands. The last few
are kept for each, each under a number that is also in the tag of its mail. So a `yes` applies
exactly what its writer has read, whatever else has been sent in that seat's name since.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, delete, select

from engine.orders.vocabulary import Vocabulary
from engine.queue.order import Order
from pbem.mail.incoming import InboundMail
from pbem.store import statements
from pbem.store import tables as t

KEPT = 5
"""How many showings are kept for a seat; beyond that, the oldest is dropped."""

_OF_GAME = col(t.PendingConfirmation.game_id) == bindparam("game")
_OF_SEAT = col(t.PendingConfirmation.seat_id).is_not_distinct_from(bindparam("seat"))
_LOOK = (
    select(
        t.PendingConfirmation.state,
        t.PendingConfirmation.number,
        t.PendingConfirmation.message_id,
        t.PendingConfirmation.lines,
    )
    .where(_OF_GAME, _OF_SEAT)
    .order_by(col(t.PendingConfirmation.id))
)
_CLEAR = delete(t.PendingConfirmation).where(_OF_GAME, _OF_SEAT)


Lines = Sequence[str | list[str]]
"""Lines to show, or alternatives (lists of lines) from which the reader selects one by number; or
both, if a `yes` selects one of them."""


class Confirmation(NamedTuple):
    """Lines shown, the number they are shown under, and the Message-ID of the last mail showing
    them."""

    number: int
    mail: str
    shown: list[str | list[str]]

    @property
    def lines(self) -> list[str]:
        """The lines that a `yes` applies; empty if the reader has to select one of several
        alternatives."""
        return [line for line in self.shown if isinstance(line, str)]

    @property
    def ways(self) -> list[list[str]]:
        """The alternatives, numbered from 1; empty if only a `yes` is asked for."""
        return [way for way in self.shown if isinstance(way, list)]


class _Shelf(NamedTuple):
    last: int = 0
    """The last number given out."""
    settled: int = 0
    """Showings up to this number are applied only by a `yes` that names them: something else has
    come since."""
    shown: tuple[Confirmation, ...] = ()


def number(db: Db, game: t.Game, seat: t.Seat | None, lines: Lines) -> int:
    """Return the number under which to show these lines; equal lines share one number."""
    shelf = _look(db, game, seat)
    equal = (one.number for one in shelf.shown if one.shown == list(lines))
    return next(equal, shelf.last + 1)


def put(db: Db, game: t.Game, seat: t.Seat | None, lines: Lines, mail: str) -> None:
    """Keep the lines that this mail shows, so that a `yes` to it applies them."""
    shelf, mine = _look(db, game, seat), number(db, game, seat, lines)
    others = [one for one in shelf.shown if one.number != mine]
    shown = (*others, Confirmation(mine, mail, list(lines)))[-KEPT:]
    _keep(db, game, seat, shelf._replace(last=max(shelf.last, mine), shown=shown))


def put_last(db: Db, game: t.Game, seat: t.Seat | None, lines: Sequence[str]) -> None:
    """Keep lines that a later mail will show: from now on a plain `yes` means only them."""
    shelf = _look(db, game, seat)
    if any(one.shown == list(lines) and one.number > shelf.settled for one in shelf.shown):
        return
    others = tuple(one for one in shelf.shown if one.shown != list(lines))
    mine = Confirmation(shelf.last + 1, "", list(lines))
    _keep(db, game, seat, _Shelf(mine.number, mine.number - 1, (*others, mine)[-KEPT:]))


def put_tolls(
    db: Db, game: t.Game, seat: t.Seat, words: Vocabulary, orders: Iterable[Order]
) -> None:
    """Keep the seat's orders that are played only if it agrees to what they cost, such as unrest.

    Each is kept in the form that agrees. Without a `yes`, such an order is void at the deadline.
    """
    lines = [words.agreeing(o.text, o.toll) for o in orders if o.state == "to_confirm"]
    if lines:
        put_last(db, game, seat, lines)


def meant(
    db: Db, game: t.Game, seat: t.Seat | None, message: InboundMail, tagged: int
) -> list[Confirmation]:
    """Find what a `yes` may apply, by the number in its tag, or else by the mail that it answers.

    An empty result means that what the `yes` answers is done or gone. Several results mean that it
    does not say which.
    """
    shelf = _look(db, game, seat)
    if tagged:
        return [one for one in shelf.shown if one.number == tagged]
    tied = [one for one in shelf.shown if is_tied(one, message, tagged)]
    return tied if len(tied) == 1 else [one for one in shelf.shown if one.number > shelf.settled]


def is_tied(one: Confirmation, message: InboundMail, tagged: int) -> bool:
    """Tell whether a mail answers the very mail that showed these lines."""
    if tagged:
        return one.number == tagged
    answered = {message.in_reply_to} if message.in_reply_to else set(message.references)
    return one.mail in answered


def take(db: Db, game: t.Game, seat: t.Seat | None, taken: Confirmation) -> None:
    """Forget lines that are now being applied."""
    shelf = _look(db, game, seat)
    left = tuple(one for one in shelf.shown if one.number != taken.number)
    _keep(db, game, seat, shelf._replace(shown=left))


def settle(db: Db, game: t.Game, seat: t.Seat | None) -> None:
    """Note that something else has come: earlier showings are applied only by a `yes` to their own
    mails."""
    shelf = _look(db, game, seat)
    if shelf.settled < shelf.last:
        _keep(db, game, seat, shelf._replace(settled=shelf.last))


def forget(db: Db, game: t.Game, seat: t.Seat) -> None:
    """Forget everything that was shown to a seat, because another person has it now."""
    statements.run(db, _CLEAR, **_whose(game, seat))


def _look(db: Db, game: t.Game, seat: t.Seat | None) -> _Shelf:
    kept = statements.read(db, _LOOK, **_whose(game, seat)).all()
    return _Shelf(
        max((number for _, number, _, _ in kept), default=0),
        max((number for state, number, _, _ in kept if state == "settled"), default=0),
        tuple(
            Confirmation(number, mail, json.loads(lines))
            for state, number, mail, lines in kept
            if state != "done"
        ),
    )


def _keep(db: Db, game: t.Game, seat: t.Seat | None, shelf: _Shelf) -> None:
    whose = _whose(game, seat)
    statements.run(db, _CLEAR, **whose)
    statements.add(db, t.PendingConfirmation, list(_rows(whose, shelf)))


def _rows(whose: dict[str, int | None], shelf: _Shelf) -> Iterator[dict[str, Any]]:
    """Yield a row for each showing, and one that remembers the last number if its showing is
    gone."""
    owner = {"game_id": whose["game"], "seat_id": whose["seat"]}
    shown = shelf.shown
    for number, mail, lines in shown:
        state = "settled" if number <= shelf.settled else "shown"
        lines_ = json.dumps(lines)
        yield {**owner, "number": number, "message_id": mail, "lines": lines_, "state": state}
    if all(one.number != shelf.last for one in shown):
        done = {"message_id": "", "lines": "[]", "state": "done"}
        yield {**owner, "number": shelf.last, **done}


def _whose(game: t.Game, seat: t.Seat | None) -> dict[str, int | None]:
    return {"game": game.id, "seat": seat.id if seat else None}
