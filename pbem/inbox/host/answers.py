"""The host's mails: commands are obeyed, or shown for a `yes`, and answered by a receipt.

A mail from the host's address with the host's tag is obeyed. Without that tag, or with it from
another address, its commands go to the host's address as they were understood, and `yes` from
there applies them. A host who plays writes his commands with `host:` before them wherever he
answers a mail to his seat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sqlmodel import col, select

from engine.core.decision import Refused
from pbem.campaign import confirmations, game_data, turns
from pbem.campaign.feature import merged
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context, Payload
from pbem.inbox import commands, hooks, limits
from pbem.inbox.host import grammar, performing
from pbem.inbox.host.grammar import Heard, HostCommand
from pbem.mail.incoming import InboundMail
from pbem.store import tables as t

MOST_ACTS = 10
"""Commands of one mail that are obeyed."""
_STATE = re.compile(
    r"(?:please )?(?:what(?: is|'s) (?:the )?(?:state|status)"
    r"|how (?:do things|does it|does the game) stand"
    r"|who(?: is|'s) (?:missing|late|waited for))(?: of (?:the|this) game)?[ ?.!]*",
    re.IGNORECASE,
)
ENOUGH = "enough was answered to the host of late"


def obey(ctx: Context, game: t.Game, message: InboundMail, tagged: int, press: int = 0) -> str:
    """Do what a mail with the host's tag says, and answer it; what was done, in words.

    `tagged`: the number of what was shown in the mail that it answers; `press`: that of the press
    that it answers.
    """
    lines, several = _meant(ctx, game, message, tagged, press)
    heard = grammar.answering(grammar.handle(lines, message.wrapped), press)
    said = commands.read(lines, settings=False)
    if press and not heard.acts and (unsent := commands.unaddressed(message, said)):
        return hooks.unsent(ctx, game, None, press, unsent)
    if not heard.acts and not limits.may_answer(ctx, _address(ctx), asked=True):
        return ENOUGH
    confirmations.settle(ctx.db, game, None)
    done = _do_all(ctx, game, heard.acts)
    _receipt(
        ctx,
        game,
        done,
        {
            "not_commands": _strange(heard),
            "asks": any(map(asks, heard.rest)),
            "several": several,
        },
    )
    states = ", ".join(dict.fromkeys(f"{a['verb']} {a['status']}" for a in done))
    return f"the host: {states or 'no command'}"


def explain(ctx: Context, game: t.Game, strange: Sequence[str]) -> str:
    """How the game stands, and what commands there are. `strange`: lines that are none."""
    if not limits.may_answer(ctx, _address(ctx), asked=True):
        return ENOUGH
    _receipt(ctx, game, [], {"not_commands": list(strange), "asks": not strange, "several": False})
    return "the host: no command"


def _meant(
    ctx: Context, game: t.Game, message: InboundMail, tagged: int, press: int
) -> tuple[Sequence[str], bool]:
    """The lines that a mail means: its own, or those that its `yes` stands for, unless it is said
    to a player. Whether that may be several mails: then none is."""
    said = commands.read(message.prose, settings=False)
    if press or not said.asks("yes") or grammar.handle(message.prose).acts:
        return message.prose, False
    shown = confirmations.meant(ctx.db, game, None, message, tagged)
    if len(shown) != 1:
        return message.prose, len(shown) > 1
    confirmations.take(ctx.db, game, None, shown[0])
    return shown[0].lines, False


def _do_all(ctx: Context, game: t.Game, heard: Sequence[HostCommand]) -> list[dict[str, Any]]:
    """Do one after the other; what stands behind one that is refused, or behind too many, is not
    done."""
    done: list[dict[str, Any]] = []
    stopped = False
    for n, act in enumerate(heard, 1):
        text = act.text.splitlines()[0]
        one: dict[str, Any] = {"n": n, "verb": act.verb, "text": text, "lines": []}
        if stopped or n > MOST_ACTS:
            one |= {"status": "held"}
        else:
            one |= _do(ctx, game, act)
            stopped = one["status"] == "refused"
        done.append(one)
    return done


def _do(ctx: Context, game: t.Game, act: HostCommand) -> dict[str, Any]:
    try:
        done = performing.perform(ctx, game, act)
    except Refused as refused:
        return {"status": "refused", "reason": str(refused.refusal)}
    return {"status": "done", "said": done.said, "lines": list(done.lines)}


def _strange(heard: Heard) -> list[str]:
    """The lines that are no commands, of the host or of anybody."""
    rest = (line for line in heard.rest if not asks(line))
    return [line for line in rest if not commands.command_in(line)]


def asks(line: str) -> bool:
    """Whether a line asks for help, or how the game stands: what the answer tells in any case."""
    command = commands.command_in(line)
    known = command is not None and command.verb in ("help", "status")
    return known or _STATE.fullmatch(line.strip()) is not None


def _receipt(ctx: Context, game: t.Game, done: list[dict[str, Any]], about: Payload) -> None:
    payload = {
        **outbox.about_host(ctx.world, game),
        **_standing(ctx, game),
        "about": {
            "acts": done,
            "forms": grammar.FORMS,
            "changes": _changes(ctx, game),
            "state": game.status,
            "undoable": [],
            **_besides(ctx, game, about["not_commands"]),
            **about,
        },
    }
    ctx.write("host_receipt", _address(ctx), payload, game=game)


def _besides(ctx: Context, game: t.Game, strange: Sequence[str]) -> Payload:
    """What features add to the host's receipt."""
    return merged(each.host_receipt_part(ctx, game, strange) for each in hooks.of(ctx.world))


def _changes(ctx: Context, game: t.Game) -> list[str]:
    """How changes of the state are written."""
    rules = ctx.world.games[game.kind]
    words = game_data.its_words(ctx.db, game.data_hash, rules)
    return [form.usage for form in words.changes]


def _standing(ctx: Context, game: t.Game) -> Payload:
    """Whom the game waits for: what all see."""
    windows = outbox.open_windows(ctx.db, game) if game.status in turns.PLAYING else []
    due = outbox.deadlines(game, windows)
    return {
        "window": game.windows or None,
        "waiting": [
            {"seat": row.seat, "kind": row.question, "due": _iso(due.get(row.seat))}
            for row in windows
        ],
    }


def _iso(time: Any) -> str | None:
    return time.isoformat() if time else None


# Without the tag


def ask(ctx: Context, game: t.Game, heard: Heard, why: str) -> str:
    """Show the host what was understood: his `yes` does it. `why`: untagged, elsewhere,
    doubted or unknown."""
    if not limits.may_answer(ctx, _address(ctx), asked=True):
        return ENOUGH
    number = confirmations.number(ctx.db, game, None, heard.taken)
    shown = [
        {"n": n, "text": line, "status": "possible", "guesses": []}
        for n, line in enumerate(heard.shown, 1)
    ]
    payload = {
        **outbox.about_host(ctx.world, game, number),
        "lines": shown,
        "about": {
            "why": why,
            "texts": [act.shown for act in heard.acts if act.piece],
            "not_commands": _strange(heard),
        },
    }
    mail = ctx.write("host_ask", _address(ctx), payload, game=game)
    confirmations.put(ctx.db, game, None, heard.taken, mail)
    return "the host: nothing done, asked for a yes"


def ask_which(ctx: Context, message: InboundMail, games: Sequence[t.Game]) -> str:
    """A command that does not say which game it is for."""
    if not limits.may_answer(ctx, _address(ctx), asked=True):
        return ENOUGH
    names = ", ".join(game.name for game in games) or "none"
    about = {
        "reason": f"it does not say in its subject which game it is for; there are: {names}",
        "subject": message.subject,
    }
    ctx.write("unreadable", _address(ctx), {"about": about})
    return "the host: asked which game it is for"


def games_meant(ctx: Context, message: InboundMail) -> list[t.Game]:
    """The games that an untagged mail of the host may be for: those that its subject names, else
    those that are being played."""
    all_ = list(ctx.db.exec(select(t.Game).order_by(col(t.Game.id))))
    words = set(message.subject.lower().replace("[", " ").replace("]", " ").split())
    named = [game for game in all_ if game.name in words]
    return named or [game for game in all_ if game.status in turns.PLAYING]


def _address(ctx: Context) -> str:
    return outbox.host_address(ctx.world)
