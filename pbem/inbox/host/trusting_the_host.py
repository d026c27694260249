"""Decides how far to believe mails that claim to be from the host.

With the host's tag and from the host's address they are obeyed; otherwise that address is asked.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import compress
from operator import not_

from pbem.campaign.mails import recipients
from pbem.inbox import games_meant, permissions
from pbem.inbox.host import hosts_mails
from pbem.inbox.outcomes import Outcome
from pbem.inbox.reading import hosts_grammar
from pbem.inbox.reading.press_blocks import PressBlock
from pbem.inbox.reading.requests import HostLine, Request, Said
from pbem.inbox.senders import Host, Tagged, Untagged
from pbem.inbox.verdicts import Received, Verdict, done
from pbem.store import tables as t

SHOWN = 12
"""How many lines that are no commands are shown to the host."""


def from_host(mail: Received) -> Verdict | None:
    """Judge a mail with the host's tag. Unless the host provably wrote it, it does nothing, and
    only the host is answered."""
    sender, message = mail.sender, mail.message
    if not isinstance(sender, Host):
        return None
    if permissions.obeys(sender):
        return done(hosts_mails.obey(mail.ctx, sender, message, mail.said))
    heard = hosts_grammar.handle(mail.said.written, mail.said.pieces)
    origin = Outcome(sender.proof.kind, sender.proof.doubt)
    if heard.acts:
        asked = hosts_mails.ask(mail.ctx, sender.game, heard, sender.proof.kind)
        return Verdict("done", (origin, asked))
    if sender.proof.kind == "unknown":
        return Verdict("done", (origin, hosts_mails.explain(mail.ctx, sender.game, message.prose)))
    return Verdict("ignored", (origin,))


def host_without_tag(mail: Received) -> Verdict | None:
    """Judge a mail from the host's address without the host's tag: its commands are shown for a
    `yes`, and the steps that follow judge the rest.

    If the sender plays, commands begin with `host:`.
    """
    if not recipients.is_host(mail.ctx.world, mail.message.sender):
        return None
    mine, rest = _split(mail)
    asked = _ask(mail, mine)
    if asked is None:
        return None
    if not rest:
        return done(asked)
    commands = {*mine.written, *(line for one in mine.pieces for line in one.source)}
    left = tuple(line for line in mail.message.prose if line.strip() not in commands)
    mail.message = dataclasses.replace(mail.message, lines=left, prose=left)
    mail.said = rest
    return None


def _split(mail: Received) -> tuple[Said, Said]:
    """Split the requests into those written as the host, and the rest."""
    if not _plays(mail):
        return mail.said, Said()
    mine = list(_marks(mail.said))
    return Said(compress(mail.said, mine)), Said(compress(mail.said, map(not_, mine)))


def _marks(said: Said) -> Iterator[bool]:
    """Yield for each request whether it is marked, itself or by a `host:` above it."""
    below = False
    for one in said:
        heading = isinstance(one, HostLine) and hosts_grammar.is_heading(one.text)
        below = below or heading
        yield below or _is_marked(one)


def _is_marked(one: Request) -> bool:
    if isinstance(one, PressBlock):
        return one.by_host
    return isinstance(one, HostLine) and hosts_grammar.is_marked(one.text)


def _plays(mail: Received) -> bool:
    """Tell whether the host may write as a player of the game that the mail is about."""
    untagged = isinstance(mail.sender, Untagged) and not _hosts_others(mail)
    return isinstance(mail.sender, Tagged) or untagged


def _hosts_others(mail: Received) -> bool:
    """Tell whether a mail is about games in which the host, who plays others, has no seat."""
    if not isinstance(mail.sender, Untagged):
        return False
    games, played = _named(mail), {seat.game_id for seat in mail.sender.seats}
    return bool(games) and played.isdisjoint(game.id for game in games)


def _named(mail: Received) -> list[t.Game]:
    """Return the games that a word of the subject names, or else those that the mail is about."""
    named = games_meant.in_subject(mail.ctx.db, mail.message.subject)
    return named or games_meant.spoken_of(mail)


def _ask(mail: Received, mine: Said) -> Outcome | None:
    """Show the host's address what was understood. None: there is neither a command nor a question
    for the moderator."""
    heard, plays = hosts_grammar.handle(mine.written, mine.pieces), _plays(mail)
    wanted = bool(mine) if plays else any(map(hosts_mails.asks, mine.written))
    ctx = mail.ctx
    if not (heard.acts or wanted):
        return None
    games, guessed = _games(mail)
    if len(games) != 1:
        return hosts_mails.ask_which(ctx, mail.message.subject, games, asked=True)
    if heard.acts:
        return hosts_mails.ask(ctx, games[0], heard, "untagged", guessed)
    strange = hosts_mails.strange(heard) if plays else []
    return hosts_mails.explain(ctx, games[0], strange, guessed=guessed)


def _games(mail: Received) -> tuple[list[t.Game], str | None]:
    """Return the games that a mail may be for, and its subject if that names none."""
    if isinstance(mail.sender, Tagged):
        return [mail.sender.game], None
    if named := _named(mail):
        return named, None
    return hosts_mails.games_played(mail.ctx), hosts_mails.shown(mail.message.subject)


def not_understood(mail: Received) -> Verdict | None:
    """Tell the host what commands there are, if a mail from the host's address has nothing else in
    it.

    The answer goes to that address alone, whoever wrote the mail.
    """
    if not recipients.is_host(mail.ctx.world, mail.message.sender):
        return None
    strange = hosts_mails.strange(hosts_grammar.handle(mail.said.written))[:SHOWN]
    games, guessed = _games(mail)
    if len(games) != 1:
        which = hosts_mails.ask_which(mail.ctx, mail.message.subject, games, asked=False)
        return done(which)
    told = hosts_mails.explain(mail.ctx, games[0], strange, guessed=guessed, asked=False)
    return done(told)
