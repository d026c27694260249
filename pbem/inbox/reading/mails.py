"""Reads what a mail says, as the games that its writer plays read it.

Inside a game's thread, a line is tried as an order before it is tried as a command. If somebody is
asked to join a battle, `join with my navy` is an answer, and no wish to join a game called "with".
So if a player owes an answer, a line is a command only if all of it fits: the game it names exists,
the matter can be voted on, there is help on the topic.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.orders.vocabulary import Vocabulary
from engine.orders.words.language import ENGLISH
from pbem.campaign import clocks, game_data, game_store
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING
from pbem.inbox.reading import requests
from pbem.inbox.reading.requests import Command, Fits, GameLine, OrderLine, Request, Said
from pbem.inbox.senders import Host, Member, Sender, Tagged, Untagged
from pbem.mail.incoming import InboundMail
from pbem.reports import topics
from pbem.store import tables as t

_GO_ON = re.compile(r"(?:please )?(?:go on|continue)(?:,? please)?[.!]*", re.IGNORECASE)
"""What players write about their own orders; in a paused game, only the host writes it."""


class Asked(NamedTuple):
    """What a player is asked in a game that is being played."""

    game: str
    """The name of its rules."""
    words: Vocabulary
    question: str
    """The kind of decision."""
    running: bool = True


def of_mail(ctx: Context, sender: Sender, message: InboundMail) -> Said:
    """Read what a mail says, given who sent it."""
    games = [game for game in _games(ctx, sender) if game.status in PLAYING]
    words = {game.id: game_data.words_of(ctx.db, game, ctx.world.games) for game in games}
    said = requests.read(
        message.prose,
        list(dict.fromkeys(words.values())),
        settings=_may_set(sender),
        broken=message.broken,
        wrapped=message.wrapped,
    )
    fits = ctx.world.features.inbox.fits
    said = deals_first(said, words.values(), fits)
    if asked := _asked(ctx, sender, words):
        named = {command.game for command in said.commands if command.game}
        known = [name for name in named if game_store.named(ctx.db, name)]
        said = orders_first(said, asked, known, fits)
    return requests.with_subject(said, message.subject)


def of_lines(ctx: Context, game: t.Game, lines: Sequence[str]) -> Said:
    """Read lines that were shown to a player of this game."""
    words = [game_data.words_of(ctx.db, game, ctx.world.games)] if game.status in PLAYING else []
    return requests.read(lines, words, settings=False)


def _games(ctx: Context, sender: Sender) -> list[t.Game]:
    """Return the games that a mail may be for, by its tag, or else by its sender."""
    if isinstance(sender, Host):
        return []  # such mails have commands, no orders
    if isinstance(sender, Tagged):
        return [sender.game]
    return [ctx.db.get_one(t.Game, seat.game_id) for seat in _seats(sender)]


def _may_set(sender: Sender) -> bool:
    """Tell whether a mail may have settings, such as a shown name: those are for joining a game."""
    return not isinstance(sender, Member | Host) or sender.game.status == "open"


# Orders before commands


def orders_first(
    said: Said, asked: Sequence[Asked], games: Collection[str], fits: Mapping[str, Fits]
) -> Said:
    """Turn commands that do not fit into orders, if their sender is asked something. `games`: the
    existing ones among the named games."""

    def settled(one: Request) -> Request:
        if not isinstance(one, Command | GameLine):
            return one
        meant = all(_is_order(each, one, games, fits) for each in asked)
        return OrderLine(one.line, one.apart, one.picks) if meant else one

    return Said(map(settled, said))


def deals_first(said: Said, words: Iterable[Vocabulary], fits: Mapping[str, Fits]) -> Said:
    """Turn commands that do not fit into orders, if they may propose an agreement to other seats of
    a game: such orders are possible at any time."""
    games = list(words)

    def settled(one: Request) -> Request:
        if not isinstance(one, Command) or one.verb not in fits or fits[one.verb](one):
            return one
        meant = any(each.may_propose(one.text) for each in games)
        return OrderLine(one.line, one.apart, one.picks) if meant else one

    return Said(map(settled, said))


def _asked(ctx: Context, sender: Sender, words: Mapping[int, Vocabulary]) -> list[Asked]:
    """Return what the sender is asked, in all games being played, given their vocabularies."""
    found = []
    for seat in _seats(sender):
        if seat.game_id in words:
            game = ctx.db.get_one(t.Game, seat.game_id)
            mine = game_store.asked(ctx.db, game, seat.key)
            running = clocks.is_running(game)
            found += [Asked(game.kind, words[game.id], each, running) for each in mine]
    return found


def _seats(sender: Sender) -> Sequence[t.Seat]:
    if isinstance(sender, Member):
        return [sender.seat]
    return sender.seats if isinstance(sender, Untagged) else ()


def _is_order(
    asked: Asked,
    one: Command | GameLine,
    games: Collection[str],
    fits: Mapping[str, Fits],
) -> bool:
    """Tell whether something that looks like a player's or host's command does not fit as one."""
    if isinstance(one, Command):
        return not _fits(asked, one, games, fits)
    return asked.running and _GO_ON.fullmatch(one.line.text.strip()) is not None


def _fits(asked: Asked, command: Command, games: Collection[str], fits: Mapping[str, Fits]) -> bool:
    if command.game:
        return command.game in games
    words = asked.words
    if command.verb == "help" and command.topic and words.begins(asked.question, command.text):
        known = (topics.topics_of(asked.game, code) for code in (ENGLISH, *words.tongues))
        by_name = any(topics.is_name(command.topic, each, words) for each in known)
        return by_name and {"with", "mit"}.isdisjoint(command.text.lower().split())
    return command.verb not in fits or fits[command.verb](command)
