"""Reports failures: to the log without any secrets, and to the host, each only once."""

import traceback
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.core.decision import Refusal, Refused
from engine.core.messages import Message, message, text
from engine.core.record import Diverged
from pbem.campaign.failed_work import LATER
from pbem.campaign.game_data import OtherData
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.reports.mail_parts import Said
from pbem.store import tables as t

FRAMES = 4
MAYBE_OLDER = message("host_note.maybe_older")
SURROUNDINGS = {
    "the disk is full": "surroundings.disk_full",
    "no memory is left": "surroundings.no_memory",
    "the disk cannot be read or written": "surroundings.disk_broken",
    "the database cannot be reached": "surroundings.no_database",
    "the database is busy": "surroundings.busy",
    "the disk quota is used up": "surroundings.quota",
    "a file may not grow any more": "surroundings.file_too_large",
    "the disk cannot be written": "surroundings.disk_read_only",
    "too many files are open": "surroundings.too_many_files",
    "no process can be begun": "surroundings.no_process",
    "no file can be locked": "surroundings.no_lock",
    "the database cannot be written": "surroundings.database_read_only",
    "the database cannot be opened": "surroundings.database_closed",
    "the database is damaged": "surroundings.database_damaged",
    "the database server has no room": "surroundings.server_full",
    "the database server cannot use its disk": "surroundings.server_disk",
}
"""The message for the host about a problem of the environment, by the text from
`failure_causes.why`."""


def told(problem: BaseException) -> dict[str, Any]:
    """Describe a failure for the log: its type and place, but never its text, which may quote a
    mail."""
    frames = traceback.extract_tb(problem.__traceback__)[-FRAMES:]
    where = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return {"problem": type(problem).__name__, "where": where}


def tell_of_map(ctx: Context, reason: str) -> None:
    """Tell the host, once a day, that a map could not be drawn and its mail went out without it."""
    lines: list[Said] = [message("host_note.map_failed"), reason]
    subject = message("host_note.map_failed_subject")
    outbox.tell_host(ctx, subject, lines, once=f"map {ctx.now.date()}")


def way_out(game: t.Game, problem: Diverged) -> Message:
    """Say what the host can do about a game that the installed rules do not fit."""
    other_data = isinstance(problem, OtherData)
    id = "host_note.other_data" if other_data else "host_note.other_rules"
    return message(id, game=text(game.name))


def refused(game: t.Game, problem: Diverged) -> Refused:
    """Make the refusal of an act that the installed rules do not allow, with the host's way out."""
    return Refused(Refusal(way_out(game, problem)))


def tell_of_game(ctx: Context, game: t.Game, problem: BaseException) -> None:
    """Tell the host, once a day, that a game cannot go on; it stands still until the host helps."""
    lines = [
        message("host_note.stuck", game=text(game.name), problem=_kind(problem)),
        way_out(game, problem) if isinstance(problem, Diverged) else MAYBE_OLDER,
    ]
    once = f"game {game.name} {ctx.now.date()}"
    outbox.tell_host(ctx, message("host_note.stuck_subject"), lines, once=once, game=game)


def tell_of_timed(ctx: Context, game: t.Game, what: Message, problem: BaseException) -> None:
    """Tell the host, once a day, that something due in a game failed."""
    slots = {"game": text(game.name), "problem": _kind(problem), "minutes": LATER[-1]}
    lines = [
        message("host_note.timed", what=what, **slots),
        way_out(game, problem) if isinstance(problem, Diverged) else MAYBE_OLDER,
    ]
    once = f"{game.name} {what} {ctx.now.date()}"
    outbox.tell_host(ctx, what, lines, once=once, game=game)


def tell_of_surroundings(ctx: Context, why: str, since: datetime, *, over: bool) -> None:
    """Tell the host, once a day, that something the moderator needs is failing, or works again."""
    said = message(SURROUNDINGS[why]) if why in SURROUNDINGS else text(why)
    lines = [
        message("host_note.trouble", since=since.isoformat(), why=said),
        message("host_note.trouble_over", until=ctx.now.isoformat())
        if over
        else message("host_note.trouble_lasts"),
        message("host_note.trouble_costs_nothing"),
    ]
    outbox.tell_host(ctx, said, lines, once=f"{why} {ctx.now.date()}")


def tell_of_mail(ctx: Context, mail_id: int) -> None:
    """Tell the host, once a day for each mail, that it waits because its game cannot be
    restored."""
    lines = [message("host_note.unjudged", number=mail_id), message("host_note.unjudged_how")]
    once = f"mail {mail_id} {ctx.now.date()}"
    outbox.tell_host(ctx, message("host_note.unjudged_subject"), lines, once=once)


def tell_of_digest(ctx: Context, person_id: int, problem: BaseException) -> None:
    """Tell the host, once a day, that a digest could not be written."""
    lines = [
        message("host_note.digest_failed", problem=_kind(problem)),
        message("host_note.digest_failed_how"),
    ]
    once = f"digest {person_id} {ctx.now.date()}"
    outbox.tell_host(ctx, message("host_note.digest_failed_subject"), lines, once=once)


def _kind(problem: BaseException) -> Message:
    return text(type(problem).__name__)
