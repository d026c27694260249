"""The host's mails: commands are carried out, or shown for a `yes`; a receipt answers.

A mail from the host's address with the host's tag is obeyed, but what ends a game waits for a
`yes`. Without that tag, or with it but from another address, its commands are shown to the host's
address as they were understood, and a `yes` from there applies them. A host who plays puts `host:`
before commands when answering a mail to their seat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from sqlmodel import col, select

from engine.core.decision import Refusal, Refused
from engine.core.messages import message as said
from engine.core.messages import text
from pbem.campaign import clocks, confirmations, game_data, game_store, receipts, turns
from pbem.campaign.mails import outbox, recipients
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_host
from pbem.inbox import answer_limits
from pbem.inbox.hooks import first
from pbem.inbox.host import performing_commands
from pbem.inbox.host.performing_commands import FOR_GOOD
from pbem.inbox.outcomes import ENOUGH, Outcome, listed
from pbem.inbox.reading import hosts_grammar, requests
from pbem.inbox.reading.hosts_grammar import Heard, HostCommand
from pbem.inbox.reading.requests import Said
from pbem.inbox.senders import Host
from pbem.mail import identity
from pbem.mail.incoming import InboundMail
from pbem.reports.mail_parts import ActTold, Lines, Position, TextTold, Waiting
from pbem.reports.mails import Doubt, HostAskMail, HostReceiptMail
from pbem.store import tables as t

_Does = Callable[[Context, t.Game, HostCommand, ActTold], None]
OF_OTHERS = ("elsewhere", "doubted")
"""Reasons to ask the host that mean somebody else may have written the mail."""
MOST_ACTS = 10
"""How many commands of one mail are obeyed."""
SUBJECT = 80
"""How many characters of a subject are quoted."""
_STATE = re.compile(
    r"(?:please )?(?:what(?: is|'s) (?:the )?(?:state|status)"
    r"|how (?:do things|does it|does the game) stand"
    r"|who(?: is|'s) (?:missing|late|waited for))(?: of (?:the|this) game)?[ ?.!]*",
    re.IGNORECASE,
)


def obey(ctx: Context, sender: Host, message: InboundMail, said: Said) -> Outcome:
    """Do what a mail with the host's tag says, and answer it."""
    game, press = sender.game, sender.press
    own = hosts_grammar.handle(said.written, said.pieces)
    commands = any(act.verb not in hosts_grammar.NOT_READ for act in own.acts)
    unsent = requests.unaddressed(message, said) if press and not commands else []
    asks_whom = ctx.world.features.inbox.unsent if unsent else ()
    if asked_whom := first(ask(ctx, game, None, press, unsent) for ask in asks_whom):
        return asked_whom
    says_yes = "yes" in said.verbs and not (press or own.acts)
    heard, several = _confirmed(ctx, sender, message, own) if says_yes else (own, False)
    agreed = heard is not own
    declined = not (press or own.acts or says_yes) and _declined(ctx, sender, message, said)
    at_once = [act for act in heard.acts if agreed or act.verb not in FOR_GOOD]
    if not heard.acts and not answer_limits.may_answer(ctx, _address(ctx), asked=True):
        return ENOUGH
    confirmations.settle(ctx.db, game, None)
    done = _in_turn(ctx, game, heard.acts, _do if agreed else _do_or_ask)
    to_ask = [act for act, told in zip(heard.acts, done, strict=True) if told.status == "asked"]
    left = [] if declined else strange(heard)
    if not to_ask or at_once:
        done += _preferred(ctx, said, len(done))
        asked = any(map(asks, heard.rest))
        _receipt(ctx, game, done, left, asked=asked, several=several, declined=declined)
    if to_ask:
        lines = [act.line for act in to_ask]
        _ask(ctx, game, "ends", lines, not_commands=[] if at_once else left, ends=True)
    return _outcome(done)


def _preferred(ctx: Context, said: Said, before: int) -> list[ActTold]:
    """Store how the host wants to get mails, and return what became of each line about that."""
    asks = ctx.world.features.inbox.host_prefers
    found = [one for does in asks for one in does(ctx, said)]
    told = list[ActTold]()
    for n, (line, what) in enumerate(found, before + 1):
        if isinstance(what, Refusal):
            told.append(ActTold(n, "language", line, status="refused", reason=what.message))
        else:
            told.append(ActTold(n, "language", line, status="done", said=what))
    return told


def _declined(ctx: Context, sender: Host, message: InboundMail, said: Said) -> bool:
    """Forget what the host says no to; tell whether there was anything."""
    shown = confirmations.meant(ctx.db, sender.game, None, message, sender.shown)
    if "no" not in said.verbs or len(said) > 1:
        return False
    for one in shown:
        confirmations.take(ctx.db, sender.game, None, one)
    return bool(shown)


def explain(
    ctx: Context,
    game: t.Game,
    strange: Sequence[str],
    *,
    guessed: str | None = None,
    asked: bool = True,
) -> Outcome:
    """Tell how the game stands and what commands there are. `strange`: lines that are no commands;
    `guessed`: the subject, if it names no game; `asked`: whether the mail asks for this."""
    if not answer_limits.may_answer(ctx, _address(ctx), asked=asked):
        return ENOUGH
    _receipt(ctx, game, [], list(strange), asked=not strange, guessed=guessed)
    return Outcome("host")


def _confirmed(ctx: Context, sender: Host, message: InboundMail, own: Heard) -> tuple[Heard, bool]:
    """Return what a `yes` applies, or the mail itself if that is unclear; and whether it may answer
    several mails."""
    shown = confirmations.meant(ctx.db, sender.game, None, message, sender.shown)
    if len(shown) != 1:
        return own, len(shown) > 1
    confirmations.take(ctx.db, sender.game, None, shown[0])
    again = requests.read(shown[0].lines)
    return hosts_grammar.handle(again.written, again.pieces), False


def _outcome(done: Sequence[ActTold]) -> Outcome:
    return Outcome("host", listed(f"{act.verb} {act.status}" for act in done))


def _in_turn(
    ctx: Context, game: t.Game, heard: Sequence[HostCommand], does: _Does
) -> list[ActTold]:
    """Carry out or check commands in order; those after a refused one, or after too many, are
    skipped. None depends on a reminder."""
    done: list[ActTold] = []
    stopped = False
    for n, act in enumerate(heard, 1):
        told = ActTold(n, act.verb, act.text.splitlines()[0])
        if not stopped and n <= MOST_ACTS:
            try:
                does(ctx, game, act, told)
            except Refused as refused:
                told.status, told.reason = "refused", refused.refusal.message
                told.rule, stopped = refused.refusal.rule, act.verb != "remind"
        done.append(told)
    return done


def _do(ctx: Context, game: t.Game, act: HostCommand, told: ActTold) -> None:
    done = performing_commands.perform(ctx, game, act)
    told.status, told.said, told.lines = "done", done.said, list(done.lines)


def _do_or_ask(ctx: Context, game: t.Game, act: HostCommand, told: ActTold) -> None:
    """Do it, unless it ends the game: that is only checked, to be asked about."""
    if act.verb not in FOR_GOOD:
        _do(ctx, game, act, told)
        return
    performing_commands.check(ctx, game, act)
    told.status = "asked"


def _check(ctx: Context, game: t.Game, act: HostCommand, _told: ActTold) -> None:
    performing_commands.check(ctx, game, act)


def strange(heard: Heard) -> list[str]:
    """Return the lines that are no commands, neither the host's nor anybody's."""
    rest = (line for line in heard.rest if not asks(line))
    return [line for line in rest if not requests.command_in(line)]


def asks(line: str) -> bool:
    """Tell whether a line asks for help or how the game stands, which the answer tells in any
    case."""
    line = hosts_grammar.without_mark(line)
    command = requests.command_in(line)
    known = command is not None and command.verb in ("help", "status")
    return known or _STATE.fullmatch(line.strip()) is not None


def _receipt(
    ctx: Context,
    game: t.Game,
    done: list[ActTold],
    strange: list[str],
    *,
    asked: bool,
    several: bool = False,
    declined: bool = False,
    guessed: str | None = None,
) -> None:
    asks = ctx.world.features.inbox.undoable
    goes_on = game.status in ("open", *turns.PLAYING)
    mail = HostReceiptMail(
        position=_standing(ctx, game),
        acts=done,
        forms=list(hosts_grammar.FORMS) if goes_on else [],
        changes=_changes(ctx, game) if goes_on else [],
        state=game.status,
        undoable=[one for ask in asks for one in ask(ctx, game, strange)],
        not_commands=strange,
        asks=asked,
        several=several,
        declined=declined,
        guessed=guessed,
    )
    ctx.write(mail, to_host(ctx.world, game))


def _changes(ctx: Context, game: t.Game) -> list[str]:
    """Return how changes of the state are written."""
    rules = ctx.world.games[game.kind]
    words = game_data.its_words(ctx.db, game.data_hash, rules)
    return [form.usage for form in words.changes]


def _standing(ctx: Context, game: t.Game) -> Position:
    """Return who the game waits for, as everybody may see it."""
    windows = game_store.open_windows(ctx.db, game) if game.status in turns.PLAYING else []
    due = clocks.deadlines_of(game, windows)
    waiting = [Waiting(row.seat, row.question, clocks.iso(due.get(row.seat))) for row in windows]
    return Position(window=game.windows or None, waiting=waiting)


# Without the tag


def ask(
    ctx: Context, game: t.Game, heard: Heard, why: Doubt, guessed: str | None = None
) -> Outcome:
    """Show the host what was understood; a `yes` carries it out. `why`: untagged, elsewhere,
    doubted or unknown; `guessed`: the subject, if it names no game. Commands that are impossible
    are refused at once."""
    may_answer, address = answer_limits.may_answer, _address(ctx)
    if not (may_answer(ctx, address, asked=True) or may_answer(ctx, address)):
        return ENOUGH
    checked = [] if why in OF_OTHERS else _in_turn(ctx, game, heard.acts, _check)
    if any(act.status == "refused" for act in checked):
        _receipt(ctx, game, checked, strange(heard), asked=False, guessed=guessed)
        return _outcome(checked)
    _ask(
        ctx,
        game,
        why,
        heard.taken,
        shown=heard.shown,
        texts=[TextTold(act.text, act.piece.shown) for act in heard.acts if act.piece],
        not_commands=strange(heard),
        guessed=guessed,
        ends=any(act.verb in FOR_GOOD for act in heard.acts),
    )
    return Outcome("yes_asked")


def _ask(
    ctx: Context,
    game: t.Game,
    why: Doubt,
    lines: Sequence[str],
    *,
    shown: Sequence[str] | None = None,
    **told: Any,
) -> None:
    """Ask for a `yes` to these lines. `shown`: how the mail shows them; `told`: what else it
    tells."""
    told_lines = Lines(receipts.possible(lines if shown is None else shown))
    mail = HostAskMail(why=why, told=told_lines, **told)
    ctx.write(mail, to_host(ctx.world, game), confirms=lines)


def ask_which(ctx: Context, subject: str, games: Sequence[t.Game], *, asked: bool) -> Outcome:
    """Ask the host which of these games a mail is for. `asked`: whether it holds a command."""
    if not answer_limits.may_answer(ctx, _address(ctx), asked=asked):
        return ENOUGH
    names = text(", ".join(game.name for game in games)) if games else None
    line = said("host_note.which_game", subject=text(shown(subject)), games=names)
    outbox.tell_host(ctx, said("host_note.which_game_subject"), [line])
    return Outcome("which_game_asked")


def games_played(ctx: Context) -> list[t.Game]:
    """Find the games that are being played."""
    games = select(t.Game).where(col(t.Game.status).in_(turns.PLAYING))
    return list(ctx.db.exec(games.order_by(col(t.Game.id))))


def shown(subject: str) -> str:
    """Return a subject as the answer quotes it."""
    return identity.strip_tags(subject).strip()[:SUBJECT]


def _address(ctx: Context) -> str:
    return recipients.host_address(ctx.world)
