"""Publishes the whole site: finds which campaigns are on it and which have changed.

It writes nothing into the store, and holds no transaction open while it makes pages.
"""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import structlog
from sqlmodel import Session as Db
from sqlmodel import col, func, select

from pbem.campaign import game_store
from pbem.campaign.mails import failures
from pbem.campaign.world import World
from pbem.reports.composers.words import Words
from pbem.reports.languages.language import ENGLISH
from pbem.reports.mails import ReportMail
from pbem.settings import attendance_policy
from pbem.site import (
    campaign,
    campaign_by_windows,
    feed,
    files,
    order_pages,
    pages,
    pages_made,
    pictures,
    touched_games,
)
from pbem.site.campaign import Campaign
from pbem.site.pages import Page
from pbem.site.pages_made import Kept, Published
from pbem.store import tables as t

CACHE = Path("cache") / "site"
"""The place in the moderator's folder for what was made."""

log: Any = structlog.get_logger()


@dataclass
class Made:
    """What became of each campaign."""

    written: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


def publish(world: World, target: Path, url: str = "") -> Made:
    """Write what has changed of the site into a folder. `url` is the address it will have.

    A campaign that cannot be played or written keeps its old pages, and does not delay others.
    Raises OSError.
    """
    made, kept = Made(), Kept(world.config.folder / CACHE)
    before, now = kept.published(target), {}
    with world.store.reading() as db:
        games = [game for game in db.exec(select(t.Game).order_by(col(t.Game.id))) if shown(game)]
        keys = {game.name: pages_made.made_from(_parts(db, game, url)) for game in games}
    for game in games:
        known, there = before.get(game.name), (target / game.name / "index.html").is_file()
        if known and there and known.key == keys[game.name]:
            made.unchanged.append(game.name)
        elif game.started is not None:
            known = _attempt(world, game, keys[game.name], target, url, made) or known
        if known:
            now[game.name] = known
    _write_list(world, games, now, target, url)
    kept.keep_published(target, now)
    if _is_served(world, target):
        order_pages.publish(world, target, kept)
    return made


def _is_served(world: World, target: Path) -> bool:
    """Tell whether this is the configured folder. Only that one has the players' order forms."""
    site = world.config.site
    return bool(site.folder and site.url) and target == world.config.inside(Path(site.folder))


def shown(game: t.Game) -> bool:
    """Tell whether a campaign is on the site. It is not if its terms exclude spectators, or if it
    was given up before it began."""
    wanted = attendance_policy.restored(game.terms).spectators
    return wanted and not (game.started is None and game.status == "cancelled")


def changed(
    world: World, target: Path, url: str = "", touched: Collection[int] | None = None
) -> bool:
    """Tell whether a campaign has changed since the site was written. `touched`: only these games
    may have changed."""
    if touched is not None and not touched:
        return False
    kept = Kept(world.config.folder / CACHE)
    if _is_served(world, target) and order_pages.changed(world, target, kept, touched):
        return True
    before = kept.published(target)
    with world.store.reading() as db:
        found = db.exec(select(t.Game)) if touched is None else touched_games.read(db, touched)
        return any(
            game.name not in before
            or before[game.name].key != pages_made.made_from(_parts(db, game, url))
            for game in found
            if game.started is not None and shown(game)
        )


def _parts(db: Db, game: t.Game, url: str) -> Iterator[Any]:
    """Yield what the pages of a campaign are made from."""
    yield url
    yield game.model_dump(exclude={"pace", "terms"})
    yield game_store.last_line(db, game), game_store.last_event(db, game)
    for table in (t.Press, t.DiaryEntry, t.Window):
        count = select(func.count(col(table.id))).where(table.game_id == game.id)
        yield db.exec(count).one()
    states = select(t.Window.state, func.count(col(t.Window.id)))
    yield sorted(map(tuple, db.exec(states.where(t.Window.game_id == game.id).group_by("state"))))
    sent = select(func.count(col(t.Press.id))).where(t.Press.state == "sent")
    yield db.exec(sent.where(t.Press.game_id == game.id)).one()


def page_of(world: World, game: t.Game, url: str = "") -> Page:
    """Make the data for the pages of a campaign that has begun. Raises Diverged."""
    with world.store.reading() as db:
        found = campaign.of_game(world, db, game)
    _draw(found, Kept(world.config.folder / CACHE))
    return Page(found, found.words(), f"{url.rstrip('/')}/{game.name}/" if url else "")


def _attempt(
    world: World, game: t.Game, key: str, target: Path, url: str, made: Made
) -> Published | None:
    """Write the pages of a campaign; None if it cannot be played, or its pages cannot be made."""
    try:
        page = page_of(world, game, url)
    except OSError:
        raise
    except Exception as problem:
        log.warning("a campaign cannot be published", game=game.name, **failures.told(problem))
        made.failed.append(game.name)
        return None
    _write(page, target / game.name, world.config.folder / "cache")
    made.written.append(game.name)
    return Published(key, _lines(page), feed.entries(page))


def _draw(found: Campaign, kept: Kept) -> None:
    """Make the frames that are not stored yet."""
    known, telling = kept.frames(found.name), found.telling
    keys = [pages_made.key_of(telling, place) for place in range(len(telling.stops))]
    for place, key in enumerate(keys):
        frame = known[key] if key in known else campaign_by_windows.frame(telling, place)
        before = found.frames[-1] if place else frame
        frame.chapter = frame.round != before.round and frame.moment != before.moment
        found.frames.append(frame)
    if set(keys) != set(known):
        kept.keep_frames(found.name, dict(zip(keys, found.frames, strict=True)))


def _write(page: Page, folder: Path, cache: Path) -> None:
    """Write all files of a campaign, those that others link to first."""
    drawn = pictures.write(page, folder, cache)
    files.replace(folder / "record.jsonl", page.campaign.record.encode())
    own = feed.feed(
        feed.id_of(page.campaign.commitment),
        page.title,
        feed.entries(page),
        language=page.campaign.telling.language,
        url=page.url,
    )
    files.replace(folder / "feed.xml", own.encode())
    files.replace(folder / "dice.html", pages.dice_page(page).encode())
    files.replace(folder / "text.html", pages.text_page(page).encode())
    files.replace(folder / "index.html", pages.map_page(page).encode())
    files.leave_only(folder / "maps", drawn)


# The list of campaigns


def _lines(page: Page) -> list[str]:
    """Return the lines about a campaign that has begun, for the list of campaigns."""
    verdict = page.say_verdict()
    return [page.title.removeprefix(f"{page.name}: "), page.about, *([verdict] if verdict else [])]


def _write_list(
    world: World, games: Sequence[t.Game], now: dict[str, Published], target: Path, url: str
) -> None:
    language = _language_of(games)
    say = Words(ReportMail(language=language), None).plain
    with world.store.reading() as db:
        shown = [_entry(world, db, game, now.get(game.name), say) for game in games]
    where = f"{url.rstrip('/')}/" if url else ""
    told = [feed.moved(entry, name) for name, one in now.items() for entry in one.entries]
    newest = sorted(told, key=lambda entry: entry.updated, reverse=True)[: feed.MOST]
    id, title = feed.id_of(world.entropy.token("feed")), say("site.title")
    whole = feed.feed(id, title, newest, language=language, url=where)
    files.replace(target / "feed.xml", whole.encode())
    page = pages.rendered("list", say, language, games=shown[::-1])
    files.replace(target / "index.html", page.encode())


def _language_of(games: Sequence[t.Game]) -> str:
    """Return the language of all these campaigns; English if they have several."""
    spoken = {game.language or ENGLISH for game in games}
    return spoken.pop() if len(spoken) == 1 else ENGLISH


def _entry(world: World, db: Db, game: t.Game, known: Published | None, say: Any) -> dict[str, Any]:
    title = world.games[game.kind].title if game.kind in world.games else game.kind
    if known is not None:
        spoken = game.language or ENGLISH
        return {"name": game.name, "page": True, "lines": known.lines, "language": spoken}
    state = say(campaign.state_of(game))
    lines = [f"{title}, {state}"]
    if game.status == "open":
        wanted = json.loads(game.options)["seats"]
        places = wanted if isinstance(wanted, int) else len(wanted)
        taken = len(game_store.seats_of(db, game))
        lines.append(say("site.open", taken=taken, places=places))
    return {"name": game.name, "page": False, "lines": lines}
