"""What players agree on: who may know of it, and what a host's word about a breach brings."""

import json

import pytest

from engine.core.decision import Refused
from engine.seven_years_world_war import GAME
from tests.engine.secrecy import heard, recorded
from tests.engine.seven_years_world_war.campaigns import at

WORDS = GAME.words
SECRET = "we share Poland, and nobody hears of it"


def table(dice=(), **position):
    return at(
        dice,
        seats=4,
        turn=2,
        phase="diplomacy",
        active="britain",
        first="britain",
        units={"britain": {"C14": {"army": 1}}},
        **position,
    )


def do(session, seat, line):
    session.anytime(seat, WORDS.split(line)[0].anytime)


def agreed(dice=()):
    """A table at which France and Russia have agreed on something."""
    session = table(
        dice,
        markers={"france": ["sturm", "sturm"], "russia": ["sturm"]},
    )
    do(session, "france", f"propose to Russia: {SECRET}")
    do(session, "russia", "accept proposal 1")
    return session


def test_the_same_proposal_is_made_once_until_it_is_accepted():
    session = table()
    do(session, "france", "propose to Russia: no attacks until turn 3")
    with pytest.raises(Refused) as refused:
        do(session, "france", "propose to Russia: no attacks until turn 3")
    assert refused.value.refusal.message.id == "refusal.proposed_already"
    do(session, "france", "propose to Russia: no attacks until turn 4")
    assert len(session.state.proposals) == 2


def test_only_the_parties_see_hear_and_record_what_they_agree_on():
    session = agreed()
    for seat in ("france", "russia"):
        assert SECRET in json.dumps(session.view(seat))
        assert SECRET in json.dumps(heard(session, seat))
        assert SECRET in json.dumps(recorded(session, seat))
    for seat in ("britain", "prussia", None):
        assert SECRET not in json.dumps(session.view(seat))
        assert SECRET not in json.dumps(heard(session, seat))
        assert SECRET not in json.dumps(session.record.export(seat))


@pytest.mark.parametrize(
    ("line", "knows"),
    [
        ("give 2 points to Russia", ["france", "russia"]),
        ("give sturm to Russia", ["france", "russia"]),
        ("return sturm", ["france"]),
        ("reveal markers to Russia", ["france", "russia"]),
        ("offer Austria to Russia", ["france", "russia"]),
        ("propose to Russia: no attacks", ["france", "russia"]),
    ],
)
def test_what_is_done_in_secret_is_sealed_in_the_record_of_all_others(line, knows):
    session = table(markers={"france": ["sturm"]}, treasury={"france": 5})
    do(session, "france", line)
    for seat in (*session.state.seats, None):
        acts = [body for body in recorded(session, seat) if body.get("t") == "anytime"]
        assert bool(acts) is (seat in knows), seat


@pytest.mark.parametrize("line", ["reveal markers", "treaty", "restore Austria to neutrality"])
def test_what_all_hear_of_is_open_in_the_record(line):
    session = table(markers={"france": ["sturm"]})
    do(session, "france", line)
    assert any(body.get("t") == "anytime" for body in recorded(session, None))


def test_a_breach_that_the_host_finds_costs_all_markers_at_once_and_is_told_to_all():
    session = agreed([2, "sturm", "general_1"])
    session.change(WORDS.read_change("breach of agreement 1 by France"), "the letters were shown")
    assert session.state.hands["france"] == []
    assert session.state.agreements == []
    session.submit("britain", ("done",), "order")
    assert session.state.hands["russia"] == ["sturm", "sturm", "general_1"]
    assert SECRET in json.dumps(heard(session, None))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("breach of agreement 2 by France", "refusal.no_such_agreement"),
        ("breach of agreement 1 by Britain", "refusal.no_party"),
    ],
)
def test_a_host_names_an_agreement_that_there_is_and_one_of_its_parties(line, why):
    session = agreed()
    with pytest.raises(Refused, match=why):
        session.change(WORDS.read_change(line), "so I was told")
    assert len(session.state.agreements) == 1


def test_while_a_breach_is_open_the_same_agreement_is_not_broken_again():
    session = agreed()
    session.change(WORDS.read_change("breach of agreement 1 by France"), "the letters were shown")
    with pytest.raises(Refused):
        session.change(WORDS.read_change("breach of agreement 1 by Russia"), "both did")
