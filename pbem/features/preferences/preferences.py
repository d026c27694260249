"""Preferences by mail: what a player says of the mails to him, in all his games at once."""

from collections.abc import Sequence

from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.inbox.outcomes import Outcome
from pbem.inbox.requests import Command, Said
from pbem.reports.languages.language import LanguageMissing, code_of, codes, texts_of
from pbem.reports.mail_parts import DeniedLine, PreferenceRow
from pbem.reports.mails import PreferencesMail
from pbem.settings import preferences
from pbem.settings.preferences import Preferences, Wish, restored, stored, wish_in
from pbem.store import tables as t


def handle(ctx: Context, game: t.Game, seat: t.Seat, said: Said) -> Outcome:
    """Take over what a mail prefers, and show all of it."""
    person = ctx.db.get_one(t.Person, seat.person_id)
    wished = [(one.text, _wish(one.text)) for one in said.commands if one.verb == "prefer"]
    before = wanted = restored(person.preferences)
    problems = list[DeniedLine]()
    for text, wish in wished:
        if wish and wish.problem:
            problems.append(DeniedLine(text, wish.problem))
        elif wish:
            wanted = preferences.changed(wanted, wish.changes)
    person.preferences = stored(wanted)
    if wanted.digest != before.digest:
        for feature in ctx.world.features:
            feature.digest_changed(ctx, person)
    _write(ctx, game, seat, problems, changed=len(problems) < len(wished))
    if before.keeps_back and not wanted.keeps_back:
        for feature in ctx.world.features:
            feature.all_wanted(ctx, person)
    refused = len(problems) == len(wished)
    return Outcome("preferences_refused" if refused else "preferences_changed")


def _wish(line: str) -> Wish | None:
    """What a line prefers; a language by its code."""
    wish = wish_in(line)
    if wish is None or "language" not in wish.changes:
        return wish
    try:
        return Wish({"language": code_of(wish.changes["language"])})
    except LanguageMissing as missing:
        return Wish({}, str(missing))


def show(ctx: Context, game: t.Game, seat: t.Seat, _command: Command) -> Outcome:
    """Show what a player prefers."""
    _write(ctx, game, seat)
    return Outcome("preferences_shown")


def _write(
    ctx: Context,
    game: t.Game,
    seat: t.Seat,
    problems: Sequence[DeniedLine] = (),
    *,
    changed: bool = False,
) -> None:
    person = ctx.db.get_one(t.Person, seat.person_id)
    kept = restored(person.preferences)
    mail = PreferencesMail(
        zone=person.zone,
        rows=_rows(kept, person.zone),
        problems=list(problems),
        changed=changed,
        digest=outbox.iso(person.digest_at),
        keeps_back=kept.keeps_back,
    )
    ctx.write(mail, to_seat(game, seat))


def _rows(kept: Preferences, zone: str) -> list[PreferenceRow]:
    """Each preference, as it is and how it is changed."""
    language = texts_of(kept.language).how["name"] if kept.language in codes() else ""
    digest = "none" if kept.digest is None else f"daily at {kept.digest}:00"
    rows = (
        ("form", *(("text and HTML", "text only") if kept.html else ("text only", "html"))),
        ("map", *(("with each report", "no map") if kept.maps else ("none", "map on"))),
        ("reports", *_reports(kept)),
        ("digest", digest, "digest at 7" if kept.digest is None else "digest off"),
        ("language", language or "that of each game", "language de"),
        ("time zone", zone or "none told: UTC", "zone Europe/Madrid"),
    )
    return [PreferenceRow(*row) for row in rows]


def _reports(kept: Preferences) -> tuple[str, str]:
    if kept.only_my_turn:
        return "only what asks you something", "all reports"
    return "all" if kept.digest is None else "what asks nothing is in the digest", "only my turn"
