"""The demo as a whole, once through folders; its beginning once more over real servers."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console
from rich.progress import Progress

from engine.games import GAMES
from pbem.cli import main
from pbem.cli.demo import number_of_players
from pbem.daemon.map_cache import maps_of
from pbem.demo import loopback
from pbem.demo.campaign import Plan, prepared
from pbem.demo.carriers import Folders, servers
from pbem.demo.mail_programs import PROGRAMS
from pbem.demo.progress import Bar
from tests import ROOT

VERIFY_DICE = ROOT / "docs" / "verify_dice.py"


def demo(*args):
    return CliRunner().invoke(main, ["demo", *map(str, args)])


def rows(folder, query):
    with sqlite3.connect(folder / "pbem.sqlite") as database:
        found = database.execute(query).fetchall()
    database.close()
    return found


def number(said, what):
    found = re.search(rf"^ *(\d+)  {what}", said, re.MULTILINE)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.soak)])
def test_a_campaign_is_played_by_mail_to_its_verified_end(tmp_path, players):
    folder = tmp_path / "club"
    result = demo("--dir", folder, "--players", players, "--seed", "base")
    assert result.exit_code == 0, result.output
    the_record_is_verified_by_all_who_can(folder, result.output)
    every_program_wrote_and_every_oddity_was_met(result.output)
    every_mail_was_judged_and_every_answer_lies_in_the_outbox_once(folder)
    what_it_says_to_look_at_is_there(folder, result.output)
    the_moderator_in_its_folder_can_be_looked_at(folder)


def the_record_is_verified_by_all_who_can(folder, said):
    (record,) = folder.glob("*.jsonl")
    found = re.findall(r"^  (chain|dice|rules|mails) +(ok|WRONG)", said, re.MULTILINE)
    assert found == [(what, "ok") for what in ("chain", "dice", "rules", "mails")]
    assert CliRunner().invoke(main, ["verify", str(record)]).exit_code == 0
    run = [sys.executable, str(VERIFY_DICE), str(record)]
    assert "as the secret makes them" in subprocess.check_output(run, text=True)


def every_program_wrote_and_every_oddity_was_met(said):
    assert all(number(said, f"as: {re.escape(name)}") for name in PROGRAMS)
    assert number(said, "played") > 100
    assert number(said, "slips put right") > 0
    assert number(said, "refused") > 0
    assert number(said, "ignored") > 0


def every_mail_was_judged_and_every_answer_lies_in_the_outbox_once(folder):
    assert rows(folder, "SELECT id FROM inbound_mail WHERE status IN ('new', 'aside')") == []
    assert rows(folder, "SELECT id FROM outgoing WHERE state IN ('failed', 'waiting')") == []
    ids = [id_ for (id_,) in rows(folder, "SELECT message_id FROM outgoing WHERE state = 'sent'")]
    files = [file.name for file in (folder / "mail/outbox").iterdir()]
    assert sorted(files) == sorted(f"{id_}.eml" for id_ in ids)


def what_it_says_to_look_at_is_there(folder, said):
    named = [Path(path) for path in re.findall(rf"{folder}[^\s,]*", said)]
    assert len(named) >= 5
    assert all(path.exists() for path in named)


def the_moderator_in_its_folder_can_be_looked_at(folder):
    for command in (["status"], ["report", "soe1", "--public"], ["check"]):
        result = CliRunner().invoke(main, ["-C", str(folder), *command])
        assert result.exit_code == 0, result.output


def test_a_folder_that_is_in_use_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("mine")
    result = demo("--dir", tmp_path, "--seed", "x")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


def test_a_number_of_players_that_cannot_be_is_said_no_to(tmp_path):
    result = demo("--dir", tmp_path / "new", "--players", 40)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_without_a_number_as_many_play_as_the_game_allows(rules):
    players = number_of_players(rules, None)
    assert number_of_players(rules, players) == players


class Enough(Exception):
    pass


class Short(Bar):
    """Ends the demo after so many mails."""

    def show(self, view, mails):
        if mails > 25:
            raise Enough


def beginning(folder, carrier):
    """The record of the first mails."""
    plan = Plan(folder, next(iter(GAMES)), 2, "over the wire")
    console = Console(quiet=True)
    with prepared(plan, carrier, maps_of(folder)) as campaign, pytest.raises(Enough):
        campaign.play(Short(console, Progress(disable=True)))
    return rows(folder, "SELECT hash FROM entry ORDER BY n")


def test_over_real_servers_it_is_the_same_campaign(tmp_path):
    if why := loopback.missing():
        pytest.skip(why)
    with servers(tmp_path / "wire") as carrier:
        over_the_wire = beginning(tmp_path / "wire", carrier)
    by_folder = beginning(tmp_path / "folder", Folders(tmp_path / "folder"))
    assert len(over_the_wire) > 10
    assert over_the_wire == by_folder
