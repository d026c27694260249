"""A game and what its seats have sent, restored from its record between any two mails."""

from typing import Any

from engine.core.dice import Dice
from engine.core.game import Game
from engine.core.record import Record
from engine.core.session import Session
from engine.queue.order import Order, as_row, of_row
from engine.queue.using_lines import settle, take_in


class Board:
    """A game in a given position."""

    def __init__(
        self, game: Game, options: dict[str, Any], position: dict[str, Any], dice: Dice
    ) -> None:
        chosen = game.options(options)
        state = game.place(chosen, position)
        self.game = game
        self.session = Session.of_state(game, dice, state, chosen)
        self.kept: dict[str, list[Order]] = {}
        self.mails = 0

    def mail(self, seat: str, text: str) -> None:
        """Take in a mail, in a session restored for it, with lines read back from rows."""
        session = self.session
        record = Record(session.record.lines, session.record.snapshots)
        self.session = Session(self.game, session.dice, record, session.sealed)
        self.mails += 1
        kept = {
            who: [of_row(self.session.game.words, as_row(o)) for o in orders]
            for who, orders in self.kept.items()
        }
        new = take_in(self.session, seat, kept.get(seat, []), text.splitlines(), self.mails)
        self.kept = settle(self.session, {**kept, seat: new})

    def states(self, seat: str) -> list[str]:
        """What has become of a seat's orders."""
        return [order.state for order in self.kept[seat]]

    def said(self, seat: str) -> list[str]:
        """What was played of a seat's orders."""
        return [order.said for order in self.kept[seat] if order.state == "played"]

    def asked(self) -> dict[str, str]:
        """Who is waited for, and what for."""
        questions = self.session.questions
        return {seat: questions[seat].kind.name for seat in self.session.waiting()}

    def answers(self) -> list[tuple[str, str, str]]:
        """Who has answered what, and by which source."""
        bodies = (self.session.record.line(n).body for n in range(len(self.session.record)))
        return [
            (body["seat"], " ".join(map(str, body["choice"])), body["source"])
            for body in bodies
            if body["t"] == "choice"
        ]
