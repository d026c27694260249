"""Inside a game's thread a line is an order before it is a command.

Somebody who is asked to join a battle writes `join with my navy`: that is an answer, and no wish to
join a game called "with". So where a player owes an answer, a line is a command only if all of it
fits: the game that it names exists, the matter can be voted on, the topic is one of help.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.orders.vocabulary import Vocabulary
from pbem.campaign import game_data, game_store
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING
from pbem.inbox import commands, hooks
from pbem.inbox.commands import Command, IsOrder
from pbem.inbox.hooks import InboxHooks
from pbem.inbox.senders import Member, Sender, Untagged
from pbem.reports import topics
from pbem.store import tables as t

_GO_ON = re.compile(r"(?:please )?(?:go on|continue)(?:,? please)?[.!]*", re.IGNORECASE)
"""What a player says of his own orders; where a game is paused, the host says it."""


class Asked(NamedTuple):
    """What a player is asked in a game that is being played."""

    game: str
    """The name of its rules."""
    words: Vocabulary
    question: str
    """The kind of decision."""
    running: bool = True


IsGame = Callable[[str], bool]
"""Whether there is a game of this name here."""


def reader(ctx: Context, sender: Sender, is_order: IsOrder) -> IsOrder:
    """The same reading of lines, where all that is no fit command is an order to who is asked."""

    def is_game(name: str) -> bool:
        return game_store.named(ctx.db, name) is not None

    return before_commands(is_order, _asked(ctx, sender), is_game, list(hooks.of(ctx.world)))


def before_commands(
    is_order: IsOrder, asked: Sequence[Asked], is_game: IsGame, features: Sequence[InboxHooks]
) -> IsOrder:
    """The same where that is asked, such games there are, and features take commands."""
    if not asked:
        return is_order

    def is_no_command(line: str) -> bool:
        return all(_no_command(one, line, is_game, features) for one in asked)

    return lambda line: is_order(line) or is_no_command(line)


def _asked(ctx: Context, sender: Sender) -> list[Asked]:
    """What is asked of the caller, in all games in which an answer of his is waited for."""
    found = []
    for seat in _seats(sender):
        game = ctx.db.get_one(t.Game, seat.game_id)
        windows = outbox.open_windows(ctx.db, game) if game.status in PLAYING else []
        if mine := [row.question for row in windows if row.seat == seat.key]:
            words = game_data.its_words(ctx.db, game.data_hash, ctx.world.games[game.kind])
            running = outbox.is_running(game)
            found += [Asked(game.kind, words, question, running) for question in mine]
    return found


def _seats(sender: Sender) -> Sequence[t.Seat]:
    if isinstance(sender, Member):
        return [sender.seat]
    return sender.seats if isinstance(sender, Untagged) else ()


def _no_command(asked: Asked, line: str, is_game: IsGame, features: Sequence[InboxHooks]) -> bool:
    """Whether a line looks like a command, of a player or of the host, that does not fit."""
    if command := commands.command_in(line):
        return not _fits(asked, command, is_game, features)
    return _GO_ON.fullmatch(line.strip()) is not None and asked.running


def _fits(asked: Asked, command: Command, is_game: IsGame, features: Sequence[InboxHooks]) -> bool:
    if command.game:
        return is_game(command.game)
    words = asked.words
    if command.verb == "help" and command.topic and words.begins(asked.question, command.text):
        by_name = topics.is_name(command.topic, topics.topics_of(asked.game), words)
        return by_name and "with" not in command.text.lower().split()
    return all(each.fits[command.verb](command) for each in features if command.verb in each.fits)
