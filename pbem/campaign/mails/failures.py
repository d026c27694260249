"""What goes wrong: told to the log without any secret, and to the host, each thing once."""

import traceback
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.core.record import Diverged
from pbem.campaign.game_data import OtherData
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.tries import LATER
from pbem.reports import times
from pbem.store import tables as t

FRAMES = 4
MAYBE_OLDER = (
    "`pbem check` says what is wrong. If it came with a new version of pbem, the old version goes"
    " on with the game."
)


def told(problem: BaseException) -> dict[str, Any]:
    """Describe a failure for the log: its kind and place, never its text, which may quote a
    letter."""
    frames = traceback.extract_tb(problem.__traceback__)[-FRAMES:]
    where = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return {"problem": type(problem).__name__, "where": where}


def tell_of_map(ctx: Context, reason: str) -> None:
    """Tell the host that a map could not be drawn, and its mail went out without; told once a
    day."""
    lines = ["A map could not be drawn; mails go out without it.", reason]
    outbox.tell_host(ctx, "a map could not be drawn", lines, once=f"map {ctx.now.date()}")


def way_out(game: t.Game, problem: Diverged) -> str:
    """Tell what the host can do about a game that the rules at hand do not fit."""
    if isinstance(problem, OtherData):
        why = "is played with other data than those of this pbem"
        return f"{game.name} {why}: `pbem data {game.name}` shows them and can take these over."
    why = "has a record that does not fit the rules of this pbem"
    return f"{game.name} {why}: `pbem mend {game.name}` shows what can be done."


def tell_of_game(ctx: Context, game: t.Game, problem: BaseException) -> None:
    """Tell the host that a game cannot go on; told once a day, since it stands still until the host
    has helped."""
    lines = [
        f"The game {game.name} cannot go on ({type(problem).__name__}). Its mails are kept and its"
        " deadlines wait; all other games go on.",
        way_out(game, problem) if isinstance(problem, Diverged) else MAYBE_OLDER,
    ]
    once = f"game {game.name} {ctx.now.date()}"
    outbox.tell_host(ctx, "the game cannot go on", lines, once=once, game=game)


def tell_of_timed(ctx: Context, game: t.Game, what: str, problem: BaseException) -> None:
    """Tell the host that something due in a game failed; told once a day."""
    lines = [
        f"In {game.name} {what} ({type(problem).__name__}). It is tried again every"
        f" {LATER[-1]} minutes; all else goes on.",
        way_out(game, problem) if isinstance(problem, Diverged) else MAYBE_OLDER,
    ]
    once = f"{game.name} {what} {ctx.now.date()}"
    outbox.tell_host(ctx, what, lines, once=once, game=game)


def tell_of_surroundings(ctx: Context, why: str, since: datetime, *, over: bool) -> None:
    """Tell the host that something the moderator needs fails for a while; told once a day."""
    from_when = times.long(since.isoformat())
    mended = f"It was so until {times.long(ctx.now.isoformat())}; all goes on by itself now."
    lines = [
        f"The moderator could not work as it should, from {from_when} on: {why}.",
        mended if over else "As soon as this is mended, all goes on by itself.",
        "Nothing is lost: mails that came meanwhile wait, and whatever failed is tried again"
        " without being counted.",
    ]
    outbox.tell_host(ctx, why, lines, once=f"{why} {ctx.now.date()}")


def tell_of_letter(ctx: Context, letter_id: int) -> None:
    """Tell the host that a letter waits since its game cannot be restored; told once a day and
    letter."""
    lines = [
        f"Mail {letter_id} cannot be judged, since its game cannot be restored: the installed"
        " rules no longer fit its record. The mail waits.",
        "`pbem check` names the game and what can be done about it.",
    ]
    once = f"letter {letter_id} {ctx.now.date()}"
    outbox.tell_host(ctx, "a game cannot be restored", lines, once=once)


def tell_of_digest(ctx: Context, person_id: int, problem: BaseException) -> None:
    """Tell the host that a digest could not be written; told once a day."""
    lines = [
        f"A player's digest could not be written ({type(problem).__name__}). It is tried again;"
        " questions and reminders go out all the same.",
        "`pbem check` may say what is wrong.",
    ]
    once = f"digest {person_id} {ctx.now.date()}"
    outbox.tell_host(ctx, "a digest could not be written", lines, once=once)
