"""Everything once more from the mails that came."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console
from rich.progress import Progress
from sqlmodel import select

from engine.games import GAMES
from pbem.campaign import host_acts
from pbem.cli import main
from pbem.cli.support.workspace import Workspace
from pbem.daemon import judging_one_mail, receive_judge_send
from pbem.daemon.maintenance import comparing_databases
from pbem.daemon.moderator_folder import opened
from pbem.demo.campaign import Plan, prepared
from pbem.demo.carriers import Folders
from pbem.demo.progress import Bar
from pbem.features.joining import opening_and_starting
from pbem.mail.transports.configured import way_in
from pbem.settings.config import load
from pbem.store import open_store
from pbem.store import tables as t
from tests import databases
from tests.house import HOST, no_maps
from tests.pbem.cli.conftest import PLAYER, Club


class Enough(Exception):
    pass


class Short(Bar):
    """Ends a campaign after so many mails."""

    def show(self, view: object, mails: int) -> None:
        if mails > 24:
            raise Enough


def begun(folder: Path, game: str) -> Path:
    """A campaign of bots that has begun."""
    plan = Plan(folder, game, len(GAMES[game].seat_names({})[:3]), "again")
    with prepared(plan, Folders(folder), no_maps) as campaign, pytest.raises(Enough):
        campaign.play(Short(Console(quiet=True), Progress(disable=True)))
    return folder


def rebuilt(folder: Path, *names: str) -> Result:
    return CliRunner().invoke(main, ["-C", str(folder), "rebuild", *names])


@pytest.mark.parametrize("game", GAMES)
def test_a_campaign_is_made_again_byte_for_byte(game: str, tmp_path: Path) -> None:
    before = begun(tmp_path / "club", game) / "pbem.sqlite"
    stored = before.exists() and before.read_bytes()
    result = rebuilt(tmp_path / "club")
    assert result.exit_code == 0, result.output
    assert ": the same: " in result.stdout
    assert not stored or before.read_bytes() == stored
    assert list((tmp_path / "club/mail/inbox/new").iterdir()) == []


def test_deadlines_reminders_and_a_start_by_command_are_made_again(club: Club) -> None:
    club.done("new", "struggle-of-empires", "--name", "club1", "--seats", 4, "--bots", 2)
    club.write(PLAYER, "moderator@example.org", "join club1\nname: Somebody")
    club.run(minutes=1)
    club.answer(PLAYER, "yes")
    club.run(minutes=1)
    club.done("start", "club1", "--bots")
    for hours in (1, 20, 20, 20, 20, 20):
        club.run(hours=hours)
    club.answer(PLAYER, "status")
    club.run(minutes=1)
    assert club.sql("""SELECT count(*) FROM "window" WHERE state = 'defaulted'""") != [(0,)]
    assert club.done("rebuild", "club1").startswith("club1: the same: ")


def judged_backwards(club: Club) -> None:
    """The mails that have come are judged, the last one first, as two processes may do it."""
    with opened(club.folder) as world:
        with closing(way_in(world.config, lambda: club.now)) as mailbox:
            receive_judge_send.take_in(world, mailbox, club.now)
        with world.store.reading() as db:
            rows = db.exec(select(t.InboundMail).where(t.InboundMail.status == "new")).all()
        assert len(rows) == 2
        for row in reversed(rows):
            assert judging_one_mail.judge_mail(world, row.id, row.arrived)
    club.run()


def test_games_that_several_processes_judge_are_made_again(club: Club) -> None:
    """Which of two games comes first is chance then, and no game depends on it."""
    games = {"one@example.org": "club1", "two@example.org": "club2"}
    for name in games.values():
        club.done("new", "struggle-of-empires", "--name", name, "--seats", 4, "--bots", 3)
    for address, name in games.items():
        club.write(address, "moderator@example.org", f"join {name}")
        club.now += timedelta(seconds=1)
    judged_backwards(club)
    for address in games:
        club.answer(address, "yes")
        club.now += timedelta(seconds=1)
    judged_backwards(club)
    for name in games.values():
        club.write("reader@example.net", "moderator@example.org", f"subscribe {name}")
        club.now += timedelta(seconds=1)
    judged_backwards(club)
    for mail in club.mails("reader@example.net")[-2:]:
        club.write("reader@example.net", mail["Reply-To"], "yes")
        club.now += timedelta(seconds=1)
    judged_backwards(club)
    for address in games:
        club.answer(address, "away from 4 to 5 December with standing orders")
        club.now += timedelta(seconds=1)
    judged_backwards(club)
    for _ in range(9):
        club.run(hours=20)
    assert club.sql("""SELECT count(*) FROM "window" WHERE state = 'defaulted'""") != [(0,)]
    assert club.sql("SELECT state FROM absence") == [("over",)] * 2
    for name in games.values():
        assert club.done("rebuild", name).startswith(f"{name}: the same: ")


def test_a_game_in_which_the_host_takes_over_a_seat_is_made_again(club: Club) -> None:
    """Until then the host is told what a host who plays is not, such as who is missing."""
    club.done("new", "struggle-of-empires", "--name", "club1", "--seats", 3, "--bots", 1)
    for address in (PLAYER, "other@example.org"):
        club.write(address, "moderator@example.org", "join club1")
        club.run(minutes=1)
        club.answer(address, "yes")
        club.run(minutes=1)
    missing = "SELECT key FROM seat WHERE stand_in != ''"
    for _ in range(20):
        if club.sql(missing):
            break
        club.run(hours=20)
        club.answer(PLAYER, "default")
        club.run(minutes=1)
    seat = club.sql(missing)[0][0].replace("_", " ")
    assert any("A bot answers for the seat" in text for text in club.texts(HOST))
    host = f"replace {seat} by {HOST}"
    club.write(HOST, "moderator@example.org", host, "club1")
    for _ in range(2):
        club.run(minutes=1)
        club.answer(HOST, "yes")
    (asked,) = (mail for mail in club.mails(HOST) if ".takeover." in mail["Message-ID"])
    club.write(HOST, asked["Reply-To"], "yes", "Re: a seat")
    club.run(minutes=1)
    assert club.sql("SELECT host_plays FROM game") == [(1,)]
    assert club.done("rebuild", "club1").startswith("club1: the same: ")


@pytest.mark.parametrize("bots", [2, 0])
def test_a_game_of_bots_alone_is_made_again(club: Club, bots: int) -> None:
    seats = ("--seats", 3, "--bots", bots, "--invite", "somebody@example.org")
    club.done("new", "struggle-of-empires", "--name", "club1", *seats)
    with Workspace(club.folder, lambda: club.now).hand("start club1") as post:
        game = host_acts.game_named(post.db, "club1")
        opening_and_starting.start(post, game, fill_with_bots=True)  # as a command once could
    club.run(minutes=1)
    assert club.done("rebuild", "club1").startswith("club1: the same: ")


TAMPERED = {
    "a line": (
        "UPDATE entry SET body = replace(body, 'united_provinces', 'spain') WHERE n = 3",
        "line 3 of the record differs in body.label",
    ),
    "a hash": ("UPDATE entry SET hash = salt WHERE n = 5", "line 5 of the record differs in hash"),
    "a state": (
        "UPDATE snapshot SET data = x'00' WHERE n = (SELECT max(n) FROM snapshot)",
        "differs in data",
    ),
    "a line too much": (
        "INSERT INTO entry SELECT game_id, 999, body, salt, hash FROM entry WHERE n = 3",
        "line 999 of the record is not made from the mails",
    ),
    "a pause": (
        'UPDATE entry SET body = \'{"t":"note","what":"paused"}\' WHERE n = 7',
        "the host has done this (paused); if that was on the command line, it is in no mail",
    ),
    "a mail too few": (
        "DELETE FROM outgoing WHERE id = (SELECT max(id) FROM outgoing)",
        "is missing here: it is made from the mails",
    ),
}


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return begun(tmp_path_factory.mktemp("begun") / "club", next(iter(GAMES)))


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_tampered_with_is_named(campaign: Path, tmp_path: Path, what: str) -> None:
    done, said = TAMPERED[what]
    folders = copy_of(campaign, tmp_path, done), campaign
    stores = [open_store(load(folder).database_url) for folder in folders]
    with stores[0].reading() as stored, stores[1].reading() as made:
        assert said in comparing_databases.first_difference(stored, made, "soe1")
        assert comparing_databases.first_difference(made, made, "soe1") == ""
    for store in stores:
        store.close()


def test_a_game_of_which_a_mail_is_lost_differs(campaign: Path, tmp_path: Path) -> None:
    result = rebuilt(copy_of(campaign, tmp_path, "DELETE FROM inbound_mail WHERE id = 7"))
    assert result.exit_code == 1, result.output
    assert "is not made from the mails" in result.stdout


def test_of_a_mail_the_place_is_named_and_not_what_it_says(campaign: Path, tmp_path: Path) -> None:
    query = "SELECT id, message_id, payload FROM outgoing WHERE kind = 'started' LIMIT 1"
    ((number, message_id, payload),) = databases.sql(campaign, query)
    mail = json.loads(payload)
    mail["position"]["view"]["secretly"] = "hidden gold"
    folder = copy_of(campaign, tmp_path, "UPDATE outgoing SET payload = ? WHERE id = ?",
                     json.dumps(mail), number)  # fmt: skip
    said = rebuilt(folder, "soe1").stdout
    place = f"soe1: mail {message_id} differs in payload.position.view.secretly (written "
    assert said.startswith(place)
    assert "hidden gold" not in said


def copy_of(campaign: Path, tmp_path: Path, done: str, *values: object) -> Path:
    """A copy of a campaign with a change in its database."""
    folder = databases.copied(campaign, tmp_path / "club")
    databases.sql(folder, done, *values)
    return folder


def test_a_game_that_is_not_there_is_refused(campaign: Path) -> None:
    result = rebuilt(campaign, "soe9")
    assert result.exit_code == 1
    assert "There is no game 'soe9'" in result.stderr
