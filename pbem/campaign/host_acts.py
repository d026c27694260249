"""Acts of the host, and what they have in common: each is recorded and told to everybody."""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any

from msgspec.structs import replace
from sqlmodel import Session as Db
from sqlmodel import select

from engine.core.decision import Choice, Refusal, Refused, refuse
from engine.core.game import Game
from engine.core.messages import Message, message
from engine.core.messages import text as plain
from engine.core.record import Diverged
from engine.core.session import Session
from engine.orders.vocabulary import Vocabulary
from pbem.campaign import clocks, deadlines, game_data, game_store, turns, windows
from pbem.campaign.mails import failures, outbox, recipients
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.campaign.turns import NOTHING_BACK, PLAYING, GivenBack
from pbem.reports.languages.english import shared_said
from pbem.reports.mail_parts import Lines, Vote
from pbem.reports.mails import NoticeMail
from pbem.settings.pacing import LONGEST, NotAPace, Pace, changed, restored, said, stored
from pbem.store import tables as t

DURATION = re.compile(r"(\d{1,9})\s*(h|d|w)(?:ours?|ays?|eeks?)?", re.IGNORECASE)
HOURS = {"h": 1, "d": 24, "w": 168}


def game_named(db: Db, name: str) -> t.Game:
    """Find the game of this name. Raises Refused."""
    row = db.exec(select(t.Game).where(t.Game.name == name)).first()
    if row is None:
        names = ", ".join(db.exec(select(t.Game.name).order_by(t.Game.name))) or "none yet"
        meant = name.lower()
        if name != meant and db.exec(select(t.Game.name).where(t.Game.name == meant)).first():
            raise Refused(f"There is no game {name!r} here; do you mean {meant}?")
        raise Refused(f"There is no game {name!r} here; there are: {names}.")
    return row


def seat_named(ctx: Context, game: t.Game, said: str) -> str:
    """Find the key of a seat from a text: its name, or the name that its player is shown under. If
    the text is only similar to a name, the host is asked. Raises Refused."""
    seats = [seat for seat in game_store.seats_of(ctx.db, game) if seat.key]
    keys, plain_name = [seat.key for seat in seats], said.strip().casefold()
    players = [seat.key for seat in seats if not seat.bot and seat.name.casefold() == plain_name]
    words = game_data.words_of(ctx.db, game, ctx.world.games)
    try:
        return words.key(said, keys, guess=False)
    except Refused as unknown:
        if len(players) == 1:
            return players[0]
        raise _asked_back(words, said, keys) or unknown from None


def _asked_back(words: Vocabulary, said: str, keys: Sequence[str]) -> Refused | None:
    """Ask whether the seat with the most similar name is meant; None if there is no similar
    name."""
    try:
        return Refused(refuse("refusal.is_it_meant", said=plain(said), who=words.key(said, keys)))
    except Refused:
        return None


def name_of(ctx: Context, game: t.Game, key: str) -> str:
    """Return the name of a seat in a game."""
    return game_data.words_of(ctx.db, game, ctx.world.games).name(key)


def change_named(ctx: Context, game: t.Game, said: str) -> Choice:
    """Read a change of the state. Raises Refused."""
    words = game_data.words_of(ctx.db, game, ctx.world.games)
    if not words.changes:
        title = plain(ctx.world.games[game.kind].title)
        raise Refused(refuse("refusal.no_changes", title=title))
    choice = words.read_change(said)
    if isinstance(choice, Refusal):
        forms = tuple(plain(form.usage) for form in words.changes)
        why = _why_no_change(words, said, choice)
        raise Refused(refuse("refusal.no_such_change", why=why, forms=forms))
    return choice


_SIGN = re.compile(r"[-\u2212\u2013] ?(?=\d)")


def _why_no_change(words: Vocabulary, said: str, refusal: Refusal) -> Message:
    """Say why a change was not read; the refusal describes it as an order."""
    if _SIGN.search(said) and not isinstance(words.read_change(_SIGN.sub("", said)), Refusal):
        return message("refusal.change_below_zero", said=plain(said))
    if refusal.message.id == "remark.not_understood":
        return message("refusal.change_unknown", said=plain(said))
    return refusal.message


def hours_of(text: str) -> int:
    """Read a length of time such as `36h`, `2d`, `2 days` or `1 week`, in hours. Raises Refused."""
    if re.match(r"[-\u2212\u2013] ?\d", text.strip()):
        raise Refused(refuse("refusal.no_time_back"))
    found = DURATION.fullmatch(text.strip())
    if not found:
        raise Refused(refuse("refusal.no_length_of_time", said=plain(text)))
    hours = int(found[1]) * HOURS[found[2].lower()]
    if hours == 0:
        raise Refused(refuse("refusal.too_short_a_time", said=plain(text)))
    if hours > LONGEST:
        slots = {"said": plain(text), "days": LONGEST // 24}
        raise Refused(refuse("refusal.too_long_a_time", **slots))
    return hours


def pause(ctx: Context, game: t.Game, because: str) -> None:
    """Pause the game: deadlines stand still, but orders are still accepted. Raises Refused."""
    session = as_it_stands(ctx, game, "running")
    game.status, game.paused, game.stopped = "paused", game.stopped or ctx.now, None
    note(ctx, game, session, NoticeMail(act="paused", because=because), because=because)


def resume(ctx: Context, game: t.Game) -> None:
    """End a pause; its length is added to every deadline. Raises Refused."""
    session = playing(ctx, game, "paused")
    stopped, game.status, game.paused = game.paused or ctx.now, "running", None
    deadlines.go_on(ctx, game, stopped)
    for feature in ctx.world.features:
        feature.game_resumed(ctx, game)
    note(ctx, game, session, NoticeMail(act="resumed"))


def extend(
    ctx: Context,
    game: t.Game,
    hours: int,
    because: str,
    *,
    source: str = "",
    vote: Vote | None = None,
) -> None:
    """Give more time to everybody who is asked something. Raises Refused.

    `source`: who did it, if not the host, such as a vote.
    """
    session = playing(ctx, game, *PLAYING)
    deadlines.extend(ctx, game, timedelta(hours=hours))
    told = NoticeMail(act="extended", hours=hours, because=because, source=source, vote=vote)
    note(ctx, game, session, told, hours=hours, because=because, **_by(source))


def _by(source: str) -> dict[str, str]:
    return {"source": source} if source else {}


def own_seat(ctx: Context, game: t.Game) -> str | None:
    """Return the host's own seat in a game, if the host plays."""
    seats = game_store.seats_of(ctx.db, game)
    return next((seat.key for seat in seats if recipients.is_host(ctx.world, seat.address)), None)


def change_pace(ctx: Context, game: t.Game, settings: Mapping[str, str], because: str) -> Pace:
    """Change the pace: plan all open questions anew, and tell everybody. Raises Refused."""
    before = restored(game.pace)
    try:
        pace = changed(before, settings)
    except NotAPace as problem:
        raise Refused(f"{problem}.") from None
    if pace == before:
        raise Refused(f"{game.name} has this pace already: nothing is changed.")
    told = NoticeMail(act="pace", pace=[*said(pace)], because=because)
    if game.status == "open":
        game.pace = stored(pace)
        _tell_joined(ctx, game, told)
        return pace
    session = as_it_stands(ctx, game, *PLAYING)
    game.pace = stored(pace)
    deadlines.change_pace(ctx, game)
    lines = [shared_said(line) for line in said(pace)]
    note(ctx, game, session, told, pace=lines, because=because)
    return pace


def look(ctx: Context, game: t.Game) -> None:
    """Record that the host has looked at what is hidden from their seat. Raises Refused."""
    note(ctx, game, playing(ctx, game, *PLAYING), NoticeMail(act="looked"))


def cancel(
    ctx: Context, game: t.Game, because: str, *, source: str = "", vote: Vote | None = None
) -> None:
    """Give up the game: reveal the dice and close all questions. Raises Refused.

    `source`: who did it, if not the host, such as a vote.
    """
    told = NoticeMail(act="cancelled", because=because, source=source, vote=vote)
    if game.status == "open":
        game.status, game.ended = "cancelled", ctx.now
        _tell_joined(ctx, game, told)
        for feature in ctx.world.features:
            feature.never_begins(ctx, game)
        return
    session = as_it_stands(ctx, game, *PLAYING)
    if session is not None:
        turns.tell_what_was_kept(turns.at(ctx, game, session))
    game.status, game.ended = "over" if source else "cancelled", ctx.now
    game.stopped = None
    for row in game_store.open_windows(ctx.db, game):
        windows.close(ctx, game, row, "withdrawn")
    for feature in ctx.world.features:
        feature.game_ended(ctx, game)
    told.revealed = turns.revealed(ctx, game)
    note(ctx, game, session, told, because=because, **_by(source))


def _tell_joined(ctx: Context, game: t.Game, told: NoticeMail) -> None:
    for seat in game_store.seats_of(ctx.db, game):
        if not seat.bot:
            ctx.write(told, to_seat(game, seat))


def allowed(ctx: Context, game: t.Game, *states: str) -> Game:
    """Lock the game and return its installed rules. Raises Refused if it is in none of these
    states."""
    game_store.lock(ctx.db, game)
    if game.status not in states:
        wanted = tuple(message(f"host_receipt.{state}") for state in states)
        slots = {"name": plain(game.name), "wanted": wanted}
        raise Refused(
            refuse(
                "refusal.in_another_state", state=message(f"host_receipt.{game.status}"), **slots
            )
        )
    return ctx.world.games[game.kind]


def playing(ctx: Context, game: t.Game, *states: str) -> Session:
    """Restore the game if it is in one of these states. Raises Refused."""
    rules = allowed(ctx, game, *states)
    try:
        return game_store.restore(ctx.db, game, rules)
    except Diverged as problem:
        raise failures.refused(game, problem) from None


def as_it_stands(ctx: Context, game: t.Game, *states: str) -> Session | None:
    """Restore the game for an act that needs no position; None if the installed rules do not fit
    it.

    Raises Refused if it is in none of these states.
    """
    rules = allowed(ctx, game, *states)
    with suppress(Diverged):
        return game_store.restore(ctx.db, game, rules)
    return None


def note(
    ctx: Context,
    game: t.Game,
    session: Session | None,
    told: NoticeMail,
    *,
    event: str = "",
    **data: Any,
) -> None:
    """Record an act with its data, and tell everybody.

    `event`: its name in the record, if that differs from the act of the notice.
    """
    event = event or told.act
    if session is None:
        game_store.note(ctx.db, game, event, **data)
        tell_all(ctx, game, None, told)
        return
    session.note(event, **data)
    game_store.save(ctx.db, game, session)
    tell_all(ctx, game, session, told)
    turns.tell_public(ctx, game, session)


def tell_all(
    ctx: Context,
    game: t.Game,
    session: Session | None,
    told: NoticeMail,
    *,
    apart_from: Collection[str] = (),
    back: Mapping[str, GivenBack] = NOTHING_BACK,
) -> None:
    """Send a notice to all seats except some. `back`: orders that were taken back, by seat."""
    until = clocks.deadlines_of(game, game_store.open_windows(ctx.db, game))
    for seat in game_store.seats_of(ctx.db, game):
        if seat.bot or seat.key in apart_from:
            continue
        key = seat.key
        mail = replace(told, due=clocks.iso(until.get(key)))
        if session is not None:
            mail.position = outbox.position(ctx, game, session, key)
        if key in back:
            mail.told = Lines(back[key].shown)
        ctx.write(mail, to_seat(game, seat), confirms=back[key].lines if key in back else ())
