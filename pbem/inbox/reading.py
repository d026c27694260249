"""What a mail says, as the games read it that its writer plays.

Inside a game's thread a line is an order before it is a command. Somebody who is asked to join a
battle writes `join with my navy`: that is an answer, and no wish to join a game called "with". So
where a player owes an answer, a line is a command only if all of it fits: the game that it names
exists, the matter can be voted on, the topic is one of help.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.orders.vocabulary import Vocabulary
from pbem.campaign import game_data, game_store
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING
from pbem.inbox import commands, hooks
from pbem.inbox.commands import Command, GameLine, OrderLine, Request, Said
from pbem.inbox.hooks import InboxHooks
from pbem.inbox.senders import Host, Member, Sender, Tagged, Untagged
from pbem.mail.incoming import InboundMail
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


def of_mail(ctx: Context, sender: Sender, message: InboundMail) -> Said:
    """What a mail says that is from somebody."""
    said = commands.read(
        message.prose,
        _words(ctx, sender),
        settings=_may_set(sender),
        broken=message.broken,
        wrapped=message.wrapped,
    )
    if asked := _asked(ctx, sender):
        named = {command.game for command in said.commands if command.game}
        games = [name for name in named if game_store.named(ctx.db, name)]
        said = orders_first(said, asked, games, list(hooks.of(ctx.world)))
    return commands.with_subject(said, message.subject)


def of_lines(ctx: Context, game: t.Game, lines: Sequence[str]) -> Said:
    """What lines say that were shown to a player of this game."""
    words = [_words_of(ctx, game)] if game.status in PLAYING else []
    return commands.read(lines, words, settings=False)


def _words(ctx: Context, sender: Sender) -> list[Vocabulary]:
    """Of the games that are being played and that a mail may be for."""
    games = (game for game in _games(ctx, sender) if game.status in PLAYING)
    once = {(game.kind, game.data_hash): game for game in games}
    return [_words_of(ctx, once[key]) for key in sorted(once)]


def _words_of(ctx: Context, game: t.Game) -> Vocabulary:
    return game_data.its_words(ctx.db, game.data_hash, ctx.world.games[game.kind])


def _games(ctx: Context, sender: Sender) -> list[t.Game]:
    """The games that a mail may be for, by its tag, else by who sent it."""
    if isinstance(sender, Tagged | Host):
        return [sender.game]
    return [ctx.db.get_one(t.Game, seat.game_id) for seat in _seats(sender)]


def _may_set(sender: Sender) -> bool:
    """Whether a mail may have settings, such as a shown name: they are for coming to a game."""
    return not isinstance(sender, Member | Host) or sender.game.status == "open"


# Orders before commands


def orders_first(
    said: Said, asked: Sequence[Asked], games: Collection[str], features: Sequence[InboxHooks]
) -> Said:
    """The same for somebody who is asked that: all that looks like a command and does not fit is an
    order. `games` are those of the games named in it that there are."""

    def settled(one: Request) -> Request:
        if not isinstance(one, Command | GameLine):
            return one
        meant = all(_is_order(each, one, games, features) for each in asked)
        return OrderLine(one.line, one.apart) if meant else one

    return Said(map(settled, said))


def _asked(ctx: Context, sender: Sender) -> list[Asked]:
    """What is asked of the sender, in all games in which an answer of his is waited for."""
    found = []
    for seat in _seats(sender):
        game = ctx.db.get_one(t.Game, seat.game_id)
        windows = outbox.open_windows(ctx.db, game) if game.status in PLAYING else []
        if mine := [row.question for row in windows if row.seat == seat.key]:
            words, running = _words_of(ctx, game), outbox.is_running(game)
            found += [Asked(game.kind, words, question, running) for question in mine]
    return found


def _seats(sender: Sender) -> Sequence[t.Seat]:
    if isinstance(sender, Member):
        return [sender.seat]
    return sender.seats if isinstance(sender, Untagged) else ()


def _is_order(
    asked: Asked,
    one: Command | GameLine,
    games: Collection[str],
    features: Sequence[InboxHooks],
) -> bool:
    """Whether it looks like a command, of a player or of the host, that does not fit."""
    if isinstance(one, Command):
        return not _fits(asked, one, games, features)
    return asked.running and _GO_ON.fullmatch(one.text.strip()) is not None


def _fits(
    asked: Asked, command: Command, games: Collection[str], features: Sequence[InboxHooks]
) -> bool:
    if command.game:
        return command.game in games
    words = asked.words
    if command.verb == "help" and command.topic and words.begins(asked.question, command.text):
        by_name = topics.is_name(command.topic, topics.topics_of(asked.game), words)
        return by_name and "with" not in command.text.lower().split()
    return all(each.fits[command.verb](command) for each in features if command.verb in each.fits)
