"""The host's `undo`, back to any line of the record.

New mails correct what was sent before. Orders that are taken back are shown to whoever gave them,
and a `yes` to that mail gives them again.
"""

import re
from collections.abc import Mapping, Sequence

from engine.core.record import Body, Diverged
from engine.core.session import Session
from engine.core.undo_lines import UNDOABLE, take_back
from engine.orders.vocabulary import Vocabulary
from engine.orders.words.language import ENGLISH
from pbem.campaign import game_data, game_store, host_acts, turns
from pbem.campaign.mails import failures, readers_preferences
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import host_address
from pbem.campaign.turns import PLAYING
from pbem.inbox import taking_back
from pbem.inbox.reading.other_languages import hosts_in_english
from pbem.reports.mails import NoticeMail
from pbem.store import tables as t

_TAKE_BACK = re.compile(r"(?:please )?(?:undo|take back)\b", re.IGNORECASE)


def undo(ctx: Context, game: t.Game, line: int, because: str = "") -> None:
    """Take back line `line` of the record and everything that followed from it. Raises Refused.

    If a seat's choice is taken back, its saved orders are too, since they were meant to follow it.
    A seat that is asked again gets a report, the others a notice. The next dice are new ones if the
    game was set up that way.
    """
    rules = host_acts.allowed(ctx, game, *PLAYING)
    try:
        session = game_store.restore(ctx.db, game, rules)
        session.undo(line, because, new_dice=game.new_dice)
    except Diverged:
        session = _undone_unseen(ctx, game, line, because)
    gone_back(ctx, game, session, NoticeMail(act="undone", because=because, line=line))


def _undone_unseen(ctx: Context, game: t.Game, line: int, because: str) -> Session:
    """Go back with a game that cannot be restored, to where it can be."""
    try:
        own = game_data.its_rules(ctx.db, game, ctx.world.games[game.kind])
        return game_store.gone_back(
            ctx.db,
            game,
            own,
            lambda record, dice: take_back(record, dice, line, because),
            line,
            because,
        )
    except Diverged as problem:
        raise failures.refused(game, problem) from None


def gone_back(ctx: Context, game: t.Game, session: Session, told: NoticeMail) -> None:
    """Save a game that was taken back, and tell everybody. Seats that are asked something get a
    report."""
    if session.ended:
        session.go_on()
    given = taking_back.keep(ctx, game, session)
    play_on(ctx, game, session, told, given)


def play_on(
    ctx: Context,
    game: t.Game,
    session: Session,
    told: NoticeMail,
    given: Mapping[str, list[str]] | None = None,
) -> None:
    """Go on after an act of the host, and tell everybody: a seat that is asked something new gets a
    report, the others a notice. `given`: orders that were taken back."""
    begun = turns.at(ctx, game, session)
    turns.go_on(begun, closed="withdrawn")
    taking_back.give_back(begun, given or {})
    host_acts.tell_all(ctx, game, session, told, apart_from=begun.opened, back=begun.given_back)
    turns.tell_all(begun)
    if not begun.opened and not session.over:
        turns.tell_public(ctx, game, session)


def _said(words: Vocabulary, body: Body) -> str:
    """Say what was done, even if no order says it."""
    return taking_back.line_of(words, body) or " ".join(map(str, body["choice"]))


def standing_choices(
    ctx: Context, game: t.Game, most: int = 8, code: str = ENGLISH
) -> list[tuple[int, str]]:
    """List the latest lines that can be undone, newest first: number, and what was chosen, in the
    language with this code."""
    record = game_store.whole_record(ctx.db, game)
    rules = ctx.world.games[game.kind]
    words = game_data.its_words(ctx.db, game.data_hash, rules).spoken(code)
    found: list[tuple[int, str]] = []
    for n in range(len(record) - 1, -1, -1):
        body = record.line(n).body
        if body["t"] in UNDOABLE and "to" not in body and record.stands(n):
            who = words.name(body["seat"]) if "seat" in body else "the host"
            found.append((n, f"{who}: {_said(words, body)}"))
        if len(found) == most:
            break
    return found


def choices_wanted(ctx: Context, game: t.Game, strange: Sequence[str]) -> Sequence[tuple[int, str]]:
    """List what can be undone, for a host who has not named a line."""
    asked = any(_TAKE_BACK.match(hosts_in_english(line)) for line in strange)
    wanted = asked and game.status in PLAYING
    code = readers_preferences.language_at(ctx.db, host_address(ctx.world), game.id)
    return standing_choices(ctx, game, 8, code) if wanted else ()
