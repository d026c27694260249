"""Inside a game's thread a line is an order before it is a command.

Somebody who is asked to join a battle writes `join with my navy`: that is an answer, and no wish to
join a game called "with". So where a player owes an answer, a line is a command only if all of it
fits: the game that it names exists, the matter can be voted on, the topic is one of help.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.orders.vocabulary import Vocabulary
from pbem.campaign import game_data, game_store
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING
from pbem.inbox import commands, hooks
from pbem.inbox.commands import Command, IsOrder
from pbem.inbox.senders import Member, Sender, Untagged
from pbem.reports import topics
from pbem.store import tables as t

_GO_ON = re.compile(r"(?:please )?(?:go on|continue)(?:,? please)?[.!]*", re.IGNORECASE)
"""What a player says of his own orders; where a game is paused, the host says it."""


def reader(ctx: Context, sender: Sender, is_order: IsOrder) -> IsOrder:
    """The same reading of lines, where all that is no fit command is an order to who is asked."""
    asked = _asked(ctx, sender)
    if not asked:
        return is_order
    return lambda line: is_order(line) or all(_no_command(ctx, *one, line) for one in asked)


def _asked(ctx: Context, sender: Sender) -> list[tuple[t.Game, str]]:
    """The games in which an answer of the caller is waited for, each with the kind of question."""
    found = []
    for seat in _seats(sender):
        game = ctx.db.get_one(t.Game, seat.game_id)
        windows = outbox.open_windows(ctx.db, game) if game.status in PLAYING else []
        found += [(game, row.question) for row in windows if row.seat == seat.key]
    return found


def _seats(sender: Sender) -> Sequence[t.Seat]:
    if isinstance(sender, Member):
        return [sender.seat]
    return sender.seats if isinstance(sender, Untagged) else ()


def _no_command(ctx: Context, game: t.Game, question: str, line: str) -> bool:
    """Whether a line looks like a command, of a player or of the host, that does not fit."""
    if command := commands.command_in(line):
        words = game_data.its_words(ctx.db, game.data_hash, ctx.world.games[game.kind])
        return not _fits(ctx, game, command, words, question)
    return _GO_ON.fullmatch(line.strip()) is not None and outbox.is_running(game)


def _fits(ctx: Context, game: t.Game, command: Command, words: Vocabulary, question: str) -> bool:
    if command.game:
        return game_store.named(ctx.db, command.game) is not None
    if command.verb == "help" and command.topic and words.begins(question, command.text):
        by_name = topics.is_name(command.topic, topics.topics_of(game.kind), words)
        return by_name and "with" not in command.text.lower().split()
    return all(
        each.fits[command.verb](command)
        for each in hooks.of(ctx.world)
        if command.verb in each.fits
    )
