"""What a game does about who is missing: kept, read, said."""

import pytest

from pbem.settings.attendance_policy import (
    MATTERS,
    USUAL,
    WAYS,
    NotTerms,
    Terms,
    listed,
    restored,
    said,
    said_of_press,
    stored,
)
from tests.wording import worded


def test_terms_are_kept_as_they_are():
    terms = Terms(stand_in_after=0, punctual=80, away=("stand-in",))
    assert restored(stored(terms)) == terms
    assert restored("") == USUAL


def test_ways_are_read():
    assert listed("away", "stand-in, Wait") == ("stand-in", "wait")
    assert listed("away", ", ".join(WAYS)) == WAYS
    assert listed("away", "none") == ()


def test_an_unknown_way_is_told_with_those_that_there_are():
    with pytest.raises(
        NotTerms, match="'sleep' is not a way to be away: write none, or some of wait,"
    ):
        listed("away", "wait, sleep")


def test_terms_are_said_in_sentences():
    quiet = Terms(stand_in_after=0, votes=(), press=())
    assert said(quiet) == said_of_press(Terms(press=()))
    (stands, offered, asks, *_) = map(worded, said(Terms(stand_in_after=1, punctual=80)))
    assert stands.startswith("After a missed deadline a bot plays for a seat")
    assert "offered" in offered
    assert "80 %" in asks


def test_the_ways_of_press_are_read():
    assert listed("press", "anonymous, signed") == ("anonymous", "signed")
    assert listed("press", "none") == ()
    with pytest.raises(
        NotTerms, match="'black' is not a kind of press: write none, or some of signed,"
    ):
        listed("press", "signed, black")


def test_what_press_there_is_is_said():
    assert list(map(worded, said_of_press(Terms(press=())))) == [
        "There is no press between players, but you can write to the host"
    ]
    (ways_, late) = map(worded, said_of_press(Terms(press=("signed", "anonymous", "forged"))))
    assert ways_.endswith("signed, anonymous or in another player's name")
    assert late.startswith("Press from a player whose answer is overdue waits")
    assert len(said_of_press(Terms(late_press="at once"))) == 1


def test_what_players_may_vote_on_is_read_and_said():
    assert listed("votes", "Extend, draw") == ("extend", "draw")
    assert listed("votes", ", ".join(MATTERS)) == MATTERS
    assert listed("votes", "none") == ()
    with pytest.raises(
        NotTerms, match="'war' is not something to vote on: write none, or some of draw, end"
    ):
        listed("votes", "draw, war")
    (voted, *_) = said(Terms(stand_in_after=0, votes=("draw", "extend")))
    assert worded(voted) == "Players may propose a draw or more time, and vote on it"
    (voted, *_) = said(Terms(stand_in_after=0, votes=("end",)))
    assert worded(voted) == "Players may propose an early end, and vote on it"


def test_a_game_closed_to_spectators_says_so():
    (closed, *_) = said(Terms(stand_in_after=0, votes=(), spectators=False))
    assert worded(closed) == "Spectators get no reports by mail"
