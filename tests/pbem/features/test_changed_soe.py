"""Struggle of Empires of both editions, stopped at many places, and its rules change."""

import json
import re
from collections import Counter
from datetime import timedelta
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from engine.core.dice import Dice
from engine.core.verify import verify
from engine.games import GAMES
from engine.struggle_of_empires import GAME
from pbem.campaign import game_store, host_acts
from pbem.cli import main
from pbem.daemon.moderator_folder import found
from pbem.features.host import changed_rules
from pbem.settings import config_example
from pbem.store import tables as t
from tests.engine.struggle_of_empires.campaigns import Thrifty
from tests.house import ADDRESS, HOST, START, House
from tests.pbem.campaign.by_hand import fits
from tests.pbem.campaign.upgrading import (
    act,
    answer,
    check_spans,
    exported,
    look,
    mend,
    past_of,
    starts_with,
    under,
)
from tests.pbem.features.soe_changes import (
    WITHDRAWN,
    changed,
    dearer_auctions,
    other_order,
    other_phases,
    parley,
    poorer_menus,
    renamed,
    storms,
)
from tests.pbem.features.soe_stops import stopped_at
from tests.wording import refusing

ALL, SAMPLE = range(50), (0, 1, 3, 6, 8, 27, 32, 40)
"""Numbers of games; in the sample, each change that is felt has games that it fits, and others."""
CHANGES = {
    "nothing that is felt": changed(),
    "a new question": parley(),
    "a new question that old answers stand for": parley(absent=("firm",)),
    "a new draw": storms(),
    "a changed cost": dearer_auctions(),
    "withdrawn options": poorer_menus(),
    "another order": other_order(),
    "another order of phases": other_phases(),
    "a renamed region that old positions may name": renamed("caribbean", "antilles"),
    "a renamed alliance that no position may name": renamed("bavaria", "wittelsbach", known=False),
}
"""Kinds of change: the rules from then on."""


NO_FIT = {
    "nothing that is felt": lambda played: False,
    "a new question": lambda played: any(
        choice[0] in ("attack", "war_office") and choice[2] in played.seats
        for choice in played.chosen()[:-1]
    ),
    "a new question that old answers stand for": lambda played: False,
    "withdrawn options": lambda played: any(
        choice[0] == verb for kind, verb in WITHDRAWN.items() for choice in played.chosen(kind)
    ),
    "another order": lambda played: bool(played.chosen("placement")),
    "another order of phases": lambda played: False,
    "a renamed region that old positions may name": lambda played: "caribbean" in played.said(),
    "a renamed alliance that no position may name": lambda played: (
        b"bavaria" in played.position or "bavaria" in played.said()
    ),
}
"""Where it can be told by what was played alone: which games do not fit."""
UNFELT = {
    "nothing that is felt",
    "a new question that old answers stand for",
    "another order of phases",
}
HELD = "a renamed alliance that no position may name"


class Played(NamedTuple):
    """What stands of the segment in which a game was stopped, and the position before it."""

    seats: list
    bodies: list
    position: bytes

    def chosen(self, *kinds):
        """The answers to these kinds of questions, or to all, in order."""
        answers = [body for body in self.bodies if body["t"] == "choice"]
        return [b["choice"] for b in answers if not kinds or b["kind"] in kinds]

    def said(self):
        """All that was answered and drawn, in one text."""
        return str([body.get("choice", body.get("value")) for body in self.bodies])


def seen(folder, change, rules):
    """The games that do not fit, found out without the moderator."""
    house, found = House(folder, games={GAME.name: GAME}), set()
    with house.world.store.reading() as db:
        for game in changed_rules.running(db):
            record, dice = game_store.record_of(db, game), Dice(game_store.seed_of_game(db, game))
            at, ledger = record.standing()
            bodies = [body for _, body in ledger]
            played = Played(json.loads(game.options)["seats"], bodies, record.snapshot(at))
            fit = fits(rules, dice, record)
            if change in NO_FIT:
                assert fit != NO_FIT[change](played), game.name
            found |= set() if fit else {game.name}
    house.close()
    return found


def far(number, games):
    """How many answers one of so many games is played on for: some to their end."""
    every, most = (8, 12) if games == len(SAMPLE) else (4, 30)
    return 10_000 if number % every == 1 else most


def fill(folder, numbers):
    """A moderator's folder with games that are stopped at the places of these numbers."""
    known = {"moderator.address": ADDRESS, "moderator.host": HOST}
    found(folder, config_example.example(known))
    house = House(folder)
    for number in numbers:
        stopped_at(house, number)
    house.close()
    return folder


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    return fill(tmp_path_factory.mktemp("few") / "house", SAMPLE)


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    return fill(tmp_path_factory.mktemp("many") / "house", ALL)


@pytest.fixture(scope="module")
def as_before(tmp_path_factory):
    """What would be drawn if nothing had changed, by folder and game."""
    return {}


def drawn(lines):
    """Which outcome each draw had, by all that makes it."""
    where = ("path", "epoch", "label", "occurrence", "of")
    draws = [line["body"] for line in lines if line["body"]["t"] == "draw"]
    return {tuple(body[key] for key in where): body["index"] for body in draws}


def under_old_rules(folder, tmp_path):
    """The lines of all games, played on under the rules that they were begun with."""
    house = under(folder, tmp_path / "old", GAME)
    lines, past = {}, past_of(folder, GAME)
    for number, name in enumerate(past):
        play_on(house, name, far(number, len(past)))
        lines[name] = exported(house, name)[1]
    house.close()
    return lines


def check(folder, rules, monkeypatch):
    """What `pbem check` says of each game that fits, and of each that does not."""
    monkeypatch.setitem(GAMES, GAME.name, rules)
    printed = CliRunner().invoke(main, ["-C", str(folder), "check"], obj=lambda: START).output
    parts = re.split(r"^(ok  |FAIL)  game (\w+)", printed, flags=re.MULTILINE)[1:]
    said = {"ok  ": {}, "FAIL": {}}
    for verdict, name, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        said[verdict][name] = text
    return said["ok  "], said["FAIL"]


@pytest.mark.parametrize("change", CHANGES)
def test_games_fit_or_are_mended_keep_their_past_and_are_played_on(
    few, as_before, tmp_path, monkeypatch, change
):
    go_on_under(few, as_before, tmp_path, monkeypatch, change)


@pytest.mark.soak
@pytest.mark.parametrize("change", CHANGES)
def test_all_fifty_fit_or_are_mended_keep_their_past_and_are_played_on(
    many, as_before, tmp_path, monkeypatch, change
):
    go_on_under(many, as_before, tmp_path, monkeypatch, change)


def go_on_under(folder, as_before, tmp_path, monkeypatch, change):
    rules, past = CHANGES[change], past_of(folder, GAME)
    if folder not in as_before:
        as_before[folder] = under_old_rules(folder, tmp_path)
    misfits = seen(folder, change, rules)
    fine, failed = check(folder, rules, monkeypatch)
    assert (set(fine), set(failed)) == (set(past) - misfits, misfits)
    assert fine
    assert bool(failed) == (change not in UNFELT)
    house, ways = under(folder, tmp_path, rules), Counter()
    for number, name in enumerate(past):
        way = mend(house, name, look(house, name), ways.total() - ways["fits"])
        ways[way] += 1
        assert (way == "fits") == (name not in misfits)
        if way == "held":
            continue
        play_on(house, name, far(number, len(past)))
        header, lines = exported(house, name)
        assert starts_with(lines, past[name])
        check_spans(header, lines, GAME, rules)
        if way == "fits":
            same_dice(lines, as_before[folder][name])
    house.close()
    assert set(ways) <= {"fits", "held"} if change == HELD else "held" not in ways


def play_on(house, name, most):
    """To the end, or for so many answers: then it is given up, so that all is published."""
    act(house, name, answer, most, Thrifty)
    if house.game(name).status != "over":
        act(house, name, host_acts.cancel, "that was enough")


def same_dice(lines, before):
    """No draw comes out otherwise than it would have, had nothing changed."""
    new, old = drawn(lines), drawn(before)
    assert all(old.get(where, index) == index for where, index in new.items())


def test_a_game_that_cannot_be_mended_goes_on_with_the_program_that_it_was_played_with(
    few, tmp_path
):
    rules, past = CHANGES[HELD], past_of(few, GAME)
    house = under(few, tmp_path, rules)
    held = [name for name in past if not look(house, name).fits]
    for name in held:
        for do in (changed_rules.drop, changed_rules.begin_again, changed_rules.go_on):
            with refusing("only the pbem that"):
                act(house, name, do, "the rules were corrected")
        act(house, name, host_acts.pause, "the older program goes on with it")
    house.close()
    older = House(house.folder, games={GAME.name: GAME})
    older.now = house.now + timedelta(hours=1)
    for name in held:
        act(older, name, host_acts.resume)
        play_on(older, name, 12)
        header, lines = exported(older, name)
        assert starts_with(lines, past[name])
        assert [span.ok for span in verify(header, lines, {GAME.name: GAME})] == [True] * 3
    older.close()


@pytest.mark.parametrize("change", ["a new draw", "withdrawn options", "another order"])
def test_answers_that_are_held_stay_held_if_they_can_still_be_given(few, tmp_path, change):
    before = House(few, games={GAME.name: GAME})
    held = before.rows(t.SealedAnswer)
    before.close()
    house = under(few, tmp_path, CHANGES[change])
    kept = {(row.game_id, row.seat): row.choice for row in house.rows(t.SealedAnswer)}
    assert held
    for row in held:
        (game,) = house.rows(t.Game, id=row.game_id)
        menu, choice = house.session(game.name).decision(row.seat).menu, json.loads(row.choice)
        still = row.choice if menu.judge(tuple(choice)) is None else None
        assert kept.get((row.game_id, row.seat)) == still
    house.close()
