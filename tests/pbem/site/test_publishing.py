"""What is written into the folder, when, and what never is."""

from __future__ import annotations

import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from sqlmodel import select

from pbem.campaign import game_store, host_acts
from pbem.features.host import moving_a_game, undoing
from pbem.site import publishing
from pbem.store import tables as t
from tests.house import House
from tests.pbem.site.conftest import URL

ATOM = "{http://www.w3.org/2005/Atom}"
VOID = {"meta", "link", "br", "img", "input"}
FILES = ["cover.jpg", "dice.html", "feed.xml", "index.html", "record.jsonl", "text.html"]


def everything(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def written(folder: Path) -> dict[str, int]:
    return {name: (folder / name).stat().st_mtime_ns for name in everything(folder)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "www"


def lines_of(folder: Path) -> list[str]:
    return (folder / "soe1/record.jsonl").read_text("utf-8").splitlines()


def secret_of(house: House) -> bytes:
    with house.world.store.reading() as db:
        return game_store.secret_of(db, house.game()).reveal().hex().encode()


@pytest.mark.parametrize("site", ["going_on", "over"])
def test_a_campaign_has_all_its_files(site, request):
    folder = request.getfixturevalue(site)

    assert sorted(p.name for p in (folder / "soe1").iterdir() if p.is_file()) == FILES
    assert {"index.html", "feed.xml"} <= set(everything(folder))


@pytest.mark.parametrize("site", ["going_on", "over"])
def test_no_page_has_an_address_a_tag_or_a_name_of_a_player(site, request):
    folder = request.getfixturevalue(site)

    for name, data in everything(folder).items():
        assert b"@example.org" not in data, name
        assert b"games+" not in data, name
        assert b"message_id" not in data, name


def test_a_campaign_that_goes_on_hides_what_its_seats_hide(empires: House, folder: Path):
    """Starting armies are drawn face down, and the secret of the dice is kept."""
    publishing.publish(empires.world, folder)
    record = [json.loads(line) for line in lines_of(folder)]
    bodies = [json.loads(row.body) for row in empires.rows(t.Entry)]
    hidden = [n for n, body in enumerate(bodies) if "to" in body]

    assert "secret" not in record[0]
    assert all(secret_of(empires) not in data for data in everything(folder).values())
    assert hidden
    assert all("sealed" in record[n + 1] and "body" not in record[n + 1] for n in hidden)
    salts = [row.salt for row in empires.rows(t.Entry) if row.n in hidden]
    assert not any(s.encode() in data for s in salts for data in everything(folder).values())


def test_what_is_no_secret_any_more_is_there_when_it_is_over(ended: House, over: Path):
    header = json.loads(lines_of(over)[0])

    assert header["secret"].encode() == secret_of(ended)
    assert "I trust nobody." in (over / "soe1/index.html").read_text()


def test_press_to_all_is_shown_and_no_other(over: Path):
    everywhere = b"".join(everything(over).values())

    assert b"Good luck &lt;b&gt;everybody&lt;/b&gt;!" in everywhere
    assert b"share the Baltic" not in everywhere


def test_a_diary_stays_closed_while_the_game_goes_on(action: House, folder: Path):
    action.order("spain", "diary:\nI trust nobody.\n")
    action.cycle(minutes=1)
    publishing.publish(action.world, folder)

    assert not any(b"trust nobody" in data for data in everything(folder).values())


def test_a_game_without_spectators_is_not_on_the_site(house: House, folder: Path):
    house.new("quiet1", treats={"spectators": False})
    house.new("open1")
    publishing.publish(house.world, folder)

    said = (folder / "index.html").read_text()
    assert "open1" in said
    assert "0 of 4 seats" in said
    assert "quiet1" not in said


def test_what_has_not_changed_is_left_alone(action: House, folder: Path):
    first = publishing.publish(action.world, folder)
    before = written(folder)
    second = publishing.publish(action.world, folder)

    assert (first.written, second.written, second.unchanged) == (["soe1"], [], ["soe1"])
    assert written(folder) == before


def test_after_a_move_a_frame_more_is_shown(action: House, folder: Path):
    publishing.publish(action.world, folder)
    assert not publishing.changed(action.world, folder)
    before = frames(folder)
    action.order(action.session().waiting()[0], "pass\npass")
    action.cycle(minutes=1)
    assert publishing.changed(action.world, folder)

    publishing.publish(action.world, folder)

    after = frames(folder)
    assert [frame["told"] for frame in after[: len(before)]] == [f["told"] for f in before]
    assert len(after) == len(before) + 1
    assert "passed" in after[-1]["told"]


def test_pages_that_were_removed_are_written_again(action: House, folder: Path):
    publishing.publish(action.world, folder)
    (folder / "soe1/index.html").unlink()

    assert publishing.publish(action.world, folder).written == ["soe1"]


def test_frames_that_cannot_be_read_are_made_again(action: House, folder: Path):
    publishing.publish(action.world, folder / "one")
    for kept in (action.folder / "cache/site").iterdir():
        kept.write_bytes(b"rubbish")

    publishing.publish(action.world, folder / "two")

    assert everything(folder / "two") == everything(folder / "one")


def test_a_campaign_that_cannot_be_played_keeps_its_pages(action: House, folder: Path):
    publishing.publish(action.world, folder)
    before = everything(folder / "soe1")
    last = action.rows(t.Entry)[-1]
    riddle = '{"choice":["yes"],"kind":"riddle","part":0,"seat":"nobody","t":"choice"}'
    with action.world.store.transaction() as db:
        db.add(t.Entry(game_id=1, n=last.n + 1, body=riddle, salt=last.salt, hash=last.hash))

    made = publishing.publish(action.world, folder)

    assert made.failed == ["soe1"]
    assert everything(folder / "soe1") == before
    assert "soe1/index.html" in (folder / "index.html").read_text()


def test_a_campaign_that_has_moved_keeps_its_place(action: House, folder: Path, tmp_path: Path):
    action.command(moving_a_game.hand_over, file=tmp_path / "1.game", to="other@example.net")

    made = publishing.publish(action.world, folder)

    assert (made.written, made.failed) == (["soe1"], [])
    bodies = [json.loads(line).get("body", {}) for line in lines_of(folder)]
    assert [body["what"] for body in bodies if body.get("t") == "note"][-1:] == ["moved"]


def test_a_campaign_whose_pages_cannot_be_made_holds_up_no_other(action: House, folder: Path):
    """What happened in one is nothing that can be told."""
    action.begin("soe2")
    with action.world.store.transaction() as db:
        for row in db.exec(select(t.Event).where(t.Event.game_id == 1)):
            row.body = "[]"

    made = publishing.publish(action.world, folder)

    assert (made.written, made.failed) == (["soe2"], ["soe1"])
    assert (folder / "soe2/record.jsonl").is_file()


def test_what_was_taken_back_is_not_told_and_said_to_be(action: House, folder: Path):
    action.order(action.session().waiting()[0], "pass\npass")
    action.cycle(minutes=1)
    publishing.publish(action.world, folder)
    told = frames(folder)[-1]["told"]
    assert "passed" in told

    line = next(row.n for row in action.rows(t.Entry)[::-1] if '"t":"choice"' in row.body)
    action.command(undoing.undo, line=line, because="it was misread")
    publishing.publish(action.world, folder)

    *_, undone, now = frames(folder)
    assert told not in undone["told"]
    assert "taken back later" in undone["told"]
    assert "it was misread" in now["told"]


def test_a_campaign_in_german_has_german_maps(action: House, folder: Path):
    with action.world.store.transaction() as db:
        host_acts.game_named(db, "soe1").language = "de"
    publishing.publish(action.world, folder)

    said = (folder / "soe1/index.html").read_text()
    assert "Ostindien" in said
    assert "Atlantischer Ozean" in said
    assert "East Indies" not in said
    assert 'alt="Siegpunkte' in (folder / "soe1/text.html").read_text()


def test_the_list_is_in_the_language_of_all_its_campaigns(action: House, folder: Path):
    with action.world.store.transaction() as db:
        host_acts.game_named(db, "soe1").language = "de"
    publishing.publish(action.world, folder)
    alone = (folder / "index.html").read_text("utf-8")
    action.new(name="soe2")
    publishing.publish(action.world, folder)
    beside_another = (folder / "index.html").read_text("utf-8")

    assert '<html lang="de">' in alone
    assert "<h1>Partien</h1>" in alone
    assert re.search(r"begonnen am \d+\. [A-Z]\w+ 20\d\d", alone)
    assert '<html lang="en">' in beside_another
    assert '<article class="card game" lang="de">' in beside_another


def test_whoever_fights_is_named(ended: House):
    page = publishing.page_of(ended.world, ended.game())
    ended.close()

    keys = ("britain", "neutral:4+3gold", "rebels", "")
    assert [*map(page.fighter, keys)] == ["Britain", "Neutral 4 (3 gold)", "Rebels", "neutral"]
    assert page.attackers
    assert not {"", "neutral"} & set(page.attackers)


def test_the_list_says_that_a_game_is_paused(action: House, folder: Path):
    publishing.publish(action.world, folder)
    action.command(host_acts.pause, because="holidays")
    publishing.publish(action.world, folder)

    assert "paused by the host" in (folder / "index.html").read_text()


def test_pages_are_whole_at_any_time_and_readable_by_a_web_server(over: Path):
    names = everything(over)

    assert not [name for name in names if name.endswith(".part")]
    assert {oct(os.stat(over / name).st_mode)[-3:] for name in names} == {"644"}


@pytest.mark.parametrize("name", ["feed.xml", "soe1/feed.xml"])
def test_the_feed_is_one(over: Path, name: str):
    feed = ElementTree.parse(over / name).getroot()

    entries = feed.findall(f"{ATOM}entry")
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert 0 < len(entries) == len(set(ids)) <= 30
    for element in (feed, *entries):
        for part in ("id", "title", "updated"):
            assert element.findtext(f"{ATOM}{part}"), part
        assert re.fullmatch(r"[-\d]+T[\d:.]+\+00:00", element.findtext(f"{ATOM}updated"))
        assert re.fullmatch(r"urn:uuid:[-0-9a-f]{36}", element.findtext(f"{ATOM}id"))
    assert links(feed) == {
        "self": f"{URL}/{name}",
        "alternate": f"{URL}/{name}".replace("feed.xml", "index.html"),
    }
    assert all(links(entry)["alternate"].startswith(f"{URL}/soe1/text.html#w") for entry in entries)


def links(element: ElementTree.Element) -> dict[str, str]:
    return {link.get("rel"): link.get("href") for link in element.findall(f"{ATOM}link")}


def test_without_an_address_links_are_relative_and_what_needs_one_is_left_out(
    action: House, folder: Path, over: Path
):
    publishing.publish(action.world, folder)

    feeds = [ElementTree.parse(folder / name).getroot() for name in ("feed.xml", "soe1/feed.xml")]
    for feed in feeds:
        assert links(feed) == {"alternate": "index.html"}
    assert links(feeds[0].find(f"{ATOM}entry"))["alternate"].startswith("soe1/text.html#w")
    assert links(feeds[1].find(f"{ATOM}entry"))["alternate"].startswith("text.html#w")
    page = (folder / "soe1/index.html").read_text()
    assert 'property="og:title"' in page
    assert not re.search("og:image|og:url|twitter:card", page)


def test_what_happened_has_the_same_id_at_every_address_and_no_other_has_it(
    action: House, folder: Path, tmp_path: Path
):
    def ids(name: str) -> list[str]:
        return [one.text for one in ElementTree.parse(folder / name).getroot().iter(f"{ATOM}id")]

    publishing.publish(action.world, folder)
    before = ids("soe1/feed.xml"), ids("feed.xml")
    publishing.publish(action.world, folder, URL)
    assert (ids("soe1/feed.xml"), ids("feed.xml")) == before
    assert before[1][1:] == before[0][1:]

    other = House(tmp_path / "other", address="referee@example.net")
    other.begin()
    publishing.publish(other.world, folder, URL)
    other.close()
    assert not {*before[0], *before[1]} & {*ids("soe1/feed.xml"), *ids("feed.xml")}


def test_a_link_to_it_shows_a_picture(over: Path):
    said = (over / "soe1/index.html").read_text()

    (address,) = re.findall(r'property="og:image" content="([^"]*)"', said)
    assert address == "https://example.org/campaigns/soe1/cover.jpg"
    assert (over / "soe1/cover.jpg").read_bytes().startswith(b"\xff\xd8")


def test_every_part_of_the_text_has_its_picture(over: Path):
    said = (over / "soe1/text.html").read_text()

    named = set(re.findall(r'<img src="maps/([^"]*)"', said))
    assert len(named) > 10
    assert named == {path.name for path in (over / "soe1/maps").iterdir()}
    assert "<script" not in said


class Strict(HTMLParser):
    """Finds elements that are not closed, ids given twice, and references to ids there are not."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.wanted: set[str] = set()
        self.faults: list[str] = []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids += [given["id"]] if "id" in given else []
        self.wanted |= set((given.get("aria-labelledby") or "").split())
        self.wanted |= {given["for"]} if "for" in given else set()
        if len(given) != len(attrs):
            self.faults.append(f"{tag}: an attribute twice")
        if tag == "img" and "alt" not in given:
            self.faults.append("img without alt")
        if tag in ("p", "ul", "table", "section", "div", "h2", "h3") and "p" in self.open:
            self.faults.append(f"{tag} within p")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        if "svg" not in self.open:
            self.faults.append(f"{tag} closes itself")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


@pytest.mark.parametrize("site", ["going_on", "over"])
def test_pages_are_valid_html(site, request):
    folder = request.getfixturevalue(site)
    for path in folder.rglob("*.html"):
        strict = Strict()
        strict.feed(path.read_text("utf-8"))
        strict.close()

        assert strict.faults == [], path
        assert strict.open == [], path
        assert len(strict.ids) == len(set(strict.ids)), path
        assert strict.wanted <= set(strict.ids), path


def frames(folder: Path):
    said = (folder / "soe1/index.html").read_text()
    (data,) = re.findall(r'id="data">(.*?)</script>', said, re.DOTALL)
    return json.loads(data)["frames"]
