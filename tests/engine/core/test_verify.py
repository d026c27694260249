"""A portable record is checked in three parts, and each kind of tampering is found."""

import copy
import json
import subprocess
import sys

import pytest

from engine.core.bots import Stream, random_policy
from engine.core.dice import Dice, Seed, commitment, seed_of
from engine.core.session import Session
from engine.core.verify import verify
from tests import ROOT
from tests.engine import toy
from tests.engine.core.test_session import wander

SECRET = Seed(b"the host's thirty-two fresh bytes")
WORDS = {"red": "ça ira", "green": "", "blue": "mum"}
GAMES = {"toy": toy.GAME}
VERIFIER = ROOT / "docs" / "verify_dice.py"


@pytest.fixture(scope="module")
def played():
    stream = Stream("verify")
    dice = Dice(seed_of(SECRET, toy.SEATS, list(WORDS.values())))
    session = Session.start(
        toy.GAME,
        dice,
        {"seats": toy.SEATS},
        words=WORDS,
        commitment=commitment(SECRET),
        policy=random_policy(stream),
    )
    for _ in wander(session, stream):
        pass
    return session


@pytest.fixture
def lines(played):
    return copy.deepcopy(json.loads(json.dumps(played.record.export(over=True))))


HEADER = {"pbem": 1, "game": "toy", "secret": SECRET.reveal().hex()}


def oks(header, lines):
    return [finding.ok for finding in verify(header, lines, GAMES)]


def test_a_whole_game_with_undos_gifts_and_changes_holds(lines):
    kinds = {line["body"]["t"] for line in lines}
    assert kinds >= {"start", "segment", "choice", "draw", "anytime", "undo"}
    assert oks(HEADER, lines) == [True, True, True]


def test_the_stand_alone_verifier_agrees_and_finds_a_changed_die(lines, tmp_path):
    file = tmp_path / "toy.jsonl"
    file.write_text("\n".join(map(json.dumps, [HEADER, *lines])))
    run = [sys.executable, str(VERIFIER), str(file)]
    found = subprocess.run(run, capture_output=True, text=True)
    assert "draws are as the secret makes them" in found.stdout
    next(x for x in lines if x["body"]["t"] == "draw")["body"]["index"] += 1
    file.write_text("\n".join(map(json.dumps, [HEADER, *lines])))
    assert subprocess.run(run, capture_output=True).returncode == 1


@pytest.mark.parametrize("t", ["start", "segment", "choice", "draw", "anytime", "undo"])
def test_a_changed_line_of_any_kind_breaks_the_chain(lines, t):
    next(line for line in lines if line["body"]["t"] == t)["body"]["more"] = 1
    assert oks(HEADER, lines) == [False, None, None]


def test_a_missing_line_breaks_the_chain(lines):
    del lines[10]
    assert oks(HEADER, lines)[0] is False


def test_a_record_with_a_forged_die_and_a_mended_chain_fails_by_its_dice(played):
    stream = Stream("verify")
    other = Session.start(
        toy.GAME,
        Dice(Seed(b"loaded")),
        {"seats": toy.SEATS},
        words=WORDS,
        commitment=commitment(SECRET),
        policy=random_policy(stream),
    )
    for _ in wander(other, stream):
        pass
    chain, dice, rules = verify(HEADER, other.record.export(over=True), GAMES)
    assert (chain.ok, dice.ok, rules.ok) == (True, False, False)


def test_another_secret_than_the_one_committed_to_is_found(lines):
    header = {**HEADER, "secret": b"another".hex()}
    chain, dice, _ = verify(header, lines, GAMES)
    assert chain.ok
    assert dice.ok is False
    assert "committed" in dice.text


def test_before_the_end_the_chain_holds_over_sealed_lines_and_the_rest_waits(played):
    sealed = played.record.export(None)
    assert any("sealed" in line for line in sealed)
    assert oks({"pbem": 1, "game": "toy"}, sealed) == [True, None, None]


def test_rules_that_play_it_differently_are_named(lines, monkeypatch):
    monkeypatch.setattr(toy, "pay", lambda table, seat, gold: None)
    chain, dice, rules = verify(HEADER, lines, GAMES)
    assert chain.ok
    assert dice.ok
    assert rules.ok is False


def test_a_game_that_is_not_known_is_not_replayed(lines):
    rules = verify({**HEADER, "game": "chess"}, lines, GAMES)[2]
    assert rules.ok is None
    assert "chess" in rules.text
