"""Preferences by mail: which mails a player wants, in all their games at once."""

from collections.abc import Sequence

from engine.core.decision import Refusal
from engine.core.messages import Message, message, text
from pbem.campaign import clocks, seats
from pbem.campaign.mails import readers_preferences, recipients
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.features.preferences import time_zones
from pbem.inbox.hooks import SettledSettings
from pbem.inbox.outcomes import Outcome
from pbem.inbox.reading.requests import Command, Said
from pbem.reports.languages.language import ENGLISH, LanguageMissing, code_of, codes, texts_of
from pbem.reports.mail_parts import DeniedLine, PreferenceRow
from pbem.reports.mails import PreferencesMail
from pbem.settings import preferences
from pbem.settings.preferences import Preferences, Wish, restored, stored, wish_in
from pbem.store import tables as t


def handle(ctx: Context, game: t.Game, seat: t.Seat, said: Said) -> Outcome:
    """Store the preferences that a mail states, and show all of them."""
    person = ctx.db.get_one(t.Person, seat.person_id)
    before = restored(person.preferences)
    problems, changed = _store(ctx, person, said)
    _write(ctx, game, seat, problems, changed=changed is not None)
    if before.keeps_back and not restored(person.preferences).keeps_back:
        for feature in ctx.world.features:
            feature.all_wanted(ctx, person)
    return Outcome("preferences_refused" if changed is None else "preferences_changed")


def of_host(ctx: Context, said: Said) -> list[tuple[str, Message | Refusal]]:
    """Store the language that the host wants mails in; return what came of each line."""
    told = list[tuple[str, Message | Refusal]]()
    for line in (one.text for one in said.commands if one.verb == "prefer"):
        wish = _wish(line)
        if isinstance(wish, Message):
            told.append((line, Refusal(wish)))
        elif wish and "language" in wish.changes:
            person = seats.known_as(ctx, recipients.host_address(ctx.world), "")
            kept = preferences.changed(restored(person.preferences), wish.changes)
            person.preferences = stored(kept)
            name = text(texts_of(kept.language).how["name"])
            told.append((line, message("done.language", language=name)))
    return told


def settle(ctx: Context, seat: t.Seat, said: Said) -> SettledSettings:
    """Store the preferences and the time zone that came with a wish to join."""
    person = ctx.db.get_one(t.Person, seat.person_id)
    problems, changed = _store(ctx, person, said)
    shown = {SHOWN_AS.get(name, name) for name in changed or ()}
    for command in said.commands:
        if command.zone and time_zones.settle(ctx, seat, command.zone):
            shown.add("zone")
        elif command.zone:
            reason = time_zones.said_of(command.zone)
            problems.append(DeniedLine(command.line.text, reason))
    rows = _rows(ctx.db.get_one(t.Game, seat.game_id), person)
    return SettledSettings(
        [row for what, row in zip(WHAT, rows, strict=True) if what in shown], problems
    )


def _store(
    ctx: Context, person: t.Person, said: Said
) -> tuple[list[DeniedLine], Sequence[str] | None]:
    """Store the preferences in a mail. Returns what is wrong with the others, and the names of
    those stored; None if there are none."""
    wished = [(one.text, _wish(one.text)) for one in said.commands if one.verb == "prefer"]
    before = wanted = restored(person.preferences)
    problems, changes = list[DeniedLine](), list[str]()
    for line, wish in wished:
        if isinstance(wish, Message):
            problems.append(DeniedLine(line, wish))
        elif wish and wish.problem:
            problems.append(DeniedLine(line, message(wish.problem)))
        elif wish:
            wanted = preferences.changed(wanted, wish.changes)
            changes += wish.changes
    person.preferences = stored(wanted)
    if wanted.digest != before.digest:
        for feature in ctx.world.features:
            feature.digest_changed(ctx, person)
    return problems, changes if len(problems) < len(wished) else None


def _wish(line: str) -> Wish | Message | None:
    """Read one preference, a language by its code; or say why it is not possible."""
    wish = wish_in(line)
    if wish is None or "language" not in wish.changes:
        return wish
    try:
        return Wish({"language": code_of(wish.changes["language"])})
    except LanguageMissing:
        known = tuple(text(f"{code} ({texts_of(code).how['name']})") for code in codes())
        said = text(wish.changes["language"])
        return message("refusal.no_such_language", said=said, known=known)


def show(ctx: Context, game: t.Game, seat: t.Seat, _command: Command) -> Outcome:
    """Send a player their preferences."""
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
        rows=_rows(game, person),
        problems=list(problems),
        changed=changed,
        digest=clocks.iso(person.digest_at),
        keeps_back=kept.keeps_back,
    )
    ctx.write(mail, to_seat(game, seat))


def _rows(game: t.Game, person: t.Person) -> list[PreferenceRow]:
    """Return each preference of a player in a game: how it is set and how to change it."""
    kept = restored(person.preferences)
    zone, of_game = readers_preferences.zone_or_of_game(person.zone, game)
    language = texts_of(kept.language).how["name"] if kept.language in codes() else None
    rows = (
        ("html", message("preference.html", on=kept.html), "text only" if kept.html else "html"),
        ("maps", message("preference.maps", on=kept.maps), "no map" if kept.maps else "map on"),
        (
            "forms",
            message("preference.forms", on=kept.forms),
            "form off" if kept.forms else "form on",
        ),
        ("reports", *_reports(kept)),
        ("digest", *_digest(kept)),
        (
            "language",
            message("preference.language", language=language and text(language)),
            _other(kept.language or game.language or ENGLISH),
        ),
        (
            "zone",
            message("preference.zone", zone=zone and text(zone), of_game=of_game),
            "zone Europe/Madrid",
        ),
    )
    return [PreferenceRow(message(WHAT[what]), now, write) for what, now, write in rows]


WHAT = {
    "html": "preference.of_html",
    "maps": "preference.of_maps",
    "forms": "preference.of_forms",
    "reports": "preference.of_reports",
    "digest": "preference.of_digest",
    "language": "preference.of_language",
    "zone": "preference.of_zone",
}
"""What each row is about."""
SHOWN_AS = {"only_my_turn": "reports"}
"""The row that shows a preference, if it has another name."""


def _reports(kept: Preferences) -> tuple[Message, str]:
    now = message("preference.reports", mine=kept.only_my_turn, digest=kept.digest is not None)
    return now, "all reports" if kept.only_my_turn else "only my turn"


def _digest(kept: Preferences) -> tuple[Message, str]:
    on = kept.digest is not None
    return message(
        "preference.digest", on=on, hour=kept.digest or 0
    ), "digest off" if on else "digest at 7"


def _other(read: str) -> str:
    """Say how to choose a language other than the one that is read now."""
    return "language de" if read == ENGLISH else "language en"
