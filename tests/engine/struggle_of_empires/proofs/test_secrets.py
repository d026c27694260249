"""What a seat cannot see moves nothing that it sees: views, questions, menus, refusals, records."""

import json
import subprocess
import sys

import pytest

from engine.core.bots import Stream, random_choice
from engine.core.dice import Dice, Seed, commitment, seed_of
from engine.core.record import chained, sealed
from engine.core.session import Session
from engine.core.verify import verify, verify_chain
from engine.struggle_of_empires import GAME
from engine.struggle_of_empires.data import SHIPPED, read
from tests import ROOT
from tests.engine.secrecy import heard, looks_the_same, recorded, shown
from tests.engine.struggle_of_empires.campaigns import (
    Thrifty,
    begin,
    dice_of,
    otherwise,
    wander,
)
from tests.engine.struggle_of_empires.crowded import crowded, melee
from tests.sampling import sampled

DATA = read(SHIPPED)
RULES = ({}, {}, {"variants": ["original_unrest"]}, {"edition": "original"})
SEVERAL = [
    *((number, 3) for number in (0, 2, 7)),
    *(pytest.param(number, 1, marks=pytest.mark.soak) for number in range(8)),
]
"""Campaigns, and of how many questions one is looked at. The sample has each kind of position and
of unrest, and both editions."""


@pytest.mark.parametrize(("number", "of"), SEVERAL)
def test_nothing_shown_to_a_seat_depends_on_the_unrest_of_others(number, of):
    """At the questions of a campaign, in the midst of battles too; also for the public."""
    name, stream = f"leak {number}", Thrifty(f"leak {number}")
    session = (begin, crowded, melee)[number % 3](name, 4 + number % 4, **RULES[number % 4])
    for _ in wander(session, stream):
        if session.over:
            break
        if stream.below(of):
            continue
        if session.state.auction and stream.below(3):  # there are many, all alike
            continue
        for seat in [*session.questions, stream.pick(session.state.seats), None]:
            twin = otherwise(session.state, seat, stream)
            looks_the_same(session, twin, seat)


@pytest.mark.parametrize("players", sampled([4, 5, 6, 7], [4]))
def test_a_whole_war_that_differs_in_the_unrest_of_two_seats_looks_the_same_to_all_others(players):
    """Followed through every answer, draw, event and line of the record, until unrest is open."""
    stream = Thrifty(f"twins {players}")
    games = twins(f"twins {players}", players)
    _, _, *watching = games[0].state.seats
    while not games[0].over:
        for seat in [*watching, None]:
            here, there = (shown(game, game.table, seat) for game in games)
            assert here == there
        seat = stream.pick(games[0].waiting())
        choice = random_choice(games[0].decision(seat), stream)
        for game in games:
            game.submit(seat, choice)
    assert games[0].state.unrest != games[1].state.unrest
    for seat in [*watching, None]:
        here, there = (until_revealed(heard(game, seat)) for game in games)
        assert here == there
        assert recorded(games[0], seat) == recorded(games[1], seat)


def twins(name, players):
    """Two games in the last war, of which the second has moved unrest between two seats; there is
    so much of it that passing and reforms always return all that can be returned."""
    seats = crowded(name, players).state.seats
    first = crowded(name, players, war=3, unrest=dict.fromkeys(seats, 110 // players))
    state = GAME.load(GAME.dump(first.state))
    state.unrest[seats[0]] += 9
    state.unrest[seats[1]] -= 9
    options = first.record.line(0).body["options"]
    return first, Session.of_state(GAME, dice_of(name), state, options)


def until_revealed(events):
    """Up to the moment when unrest is revealed."""
    return events[: [what for what, _ in events].index("unrest_revealed")]


# The record


@pytest.mark.parametrize("number", range(3))
def test_hidden_draws_are_sealed_in_the_record_of_a_running_game(number):
    name, stream = f"sealed {number}", Thrifty(f"sealed {number}")
    session = (begin, crowded, melee)[number](name, 4 + number)
    for step, _ in enumerate(wander(session, stream)):
        if step % 40 == 0:
            for seat in [*session.state.seats, None]:
                hides_what_is_not_for(seat, session.record)
    assert hides_what_is_not_for(None, session.record) > 5


def hides_what_is_not_for(seat, record):
    """How many lines are sealed: those that name who may see them, and not this seat."""
    exported = record.export(seat)
    hidden = 0
    for line, told in zip(record.lines, exported, strict=True):
        if seat in line.body.get("to", [seat]):
            assert (told["body"], told["salt"]) == (line.body, line.salt)
        else:
            assert told == {"n": told["n"], "sealed": told["sealed"], "hash": line.hash}
            assert told["sealed"] == sealed(line.salt, line.body)
            hidden += 1
    assert verify_chain(exported).ok
    return hidden


def test_every_draw_of_an_unrest_counter_is_for_its_seat_alone():
    session = melee("counters", 6)
    for _ in wander(session, Thrifty("counters")):
        pass
    draws = [line.body for line in session.record.lines if line.body["t"] == "draw"]
    counters = [body for body in draws if "unrest" in body["label"]]
    assert len(counters) > 20
    assert all(body["to"] == [body["label"].rpartition(" ")[2]] for body in counters)
    assert all("to" not in body for body in draws if "unrest" not in body["label"])


# After the end


SECRET = Seed(b"the host's thirty-two fresh bytes")
HEADER = {"pbem": 1, "game": GAME.name, "secret": SECRET.reveal().hex()}
VERIFIER = ROOT / "docs" / "verify_dice.py"


@pytest.fixture(scope="module")
def finished():
    """The exported record of a campaign with gifts, undos and new epochs, played to its end."""
    options = GAME.options({"seats": list(DATA.powers[:5])})
    words = {"britain": "Rule, ça ira!", "france": ""}
    said = [words.get(seat, "") for seat in options["seats"]]
    dice = Dice(seed_of(SECRET, options["seats"], said))
    session = Session.start(GAME, dice, options, words=words, commitment=commitment(SECRET))
    for _ in wander(session, Thrifty("finished")):
        pass
    return json.dumps(session.record.export(over=True))


@pytest.fixture
def lines(finished):
    return json.loads(finished)


def oks(lines, header=HEADER):
    return [finding.ok for finding in verify(header, lines, {GAME.name: GAME})]


def test_the_exported_record_of_a_finished_campaign_verifies(lines):
    kinds = {line["body"]["t"] for line in lines}
    assert kinds == {"start", "segment", "choice", "draw", "anytime", "undo", "note"}
    assert oks(lines) == [True, True, True]


def test_the_stand_alone_verifier_agrees(lines, tmp_path):
    file = tmp_path / "campaign.jsonl"
    file.write_text("\n".join(map(json.dumps, [HEADER, *lines])), encoding="utf-8")
    run = subprocess.run([sys.executable, str(VERIFIER), str(file)], capture_output=True, text=True)
    assert run.stderr == ""
    assert f"{len(lines)} lines" in run.stdout


def test_every_changed_line_breaks_the_chain(lines):
    for line in lines[::7]:
        line["body"]["t"], kept = "note", line["body"]["t"]
        assert oks(lines) == ([False, None, None] if kept != "note" else [True, True, True])
        line["body"]["t"] = kept


def mended(lines):
    """The chain made anew over what was changed, as a forger would."""
    before = ""
    for line in lines:
        before = line["hash"] = chained(before, sealed(line["salt"], line["body"]))
    return lines


def test_forged_outcomes_in_a_mended_chain_are_found_by_dice_or_rules(lines):
    stream = Stream("forger")
    draws = [line["body"] for line in lines if line["body"].get("of", 1) > 1]
    for _ in range(6):
        body = stream.pick(draws)
        kept = dict(body)
        body["index"] = (body["index"] + 1) % body["of"]
        assert oks(mended(lines))[:2] == [True, False]
        body.update(kept)
        body["value"] = "another"
        assert oks(mended(lines)) == [True, True, False]
        body.update(kept)


def test_a_choice_put_into_the_record_afterwards_moves_all_dice_behind_it(lines):
    bid = None
    for line in lines:
        body = line["body"]
        if body["t"] == "draw" and bid:
            break
        if body["t"] == "segment":
            bid = None
        elif body.get("kind") == "auction" and body["choice"][0] == "bid":
            bid = body
    bid["choice"][1] += 1
    assert oks(mended(lines))[:2] == [True, False]


def test_a_line_left_out_of_a_mended_chain_is_found(lines):
    first = next(n for n, line in enumerate(lines) if line["body"]["t"] == "choice")
    del lines[first]
    for n, line in enumerate(lines):
        line["n"] = n
    assert oks(mended(lines))[1:] == [False, False]
