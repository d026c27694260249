"""What a game does about who is missing: kept, read, said."""

import pytest

from pbem.terms import USUAL, WAYS, NotTerms, Terms, restored, said, stored, ways


def test_terms_are_kept_as_they_are():
    terms = Terms(stand_in_after=0, punctual=80, away=("stand-in",))
    assert restored(stored(terms)) == terms
    assert restored("") == USUAL


def test_ways_are_read():
    assert ways("stand-in, Wait") == ("stand-in", "wait")
    assert ways(", ".join(WAYS)) == WAYS
    assert ways("none") == ()


def test_an_unknown_way_is_told_with_those_that_there_are():
    with pytest.raises(NotTerms, match="'sleep' is no way to be away: write none, or of wait,"):
        ways("wait, sleep")


def test_terms_are_said_in_sentences():
    assert said(Terms(stand_in_after=0)) == []
    (stands, offered, asks) = said(Terms(stand_in_after=1, punctual=80))
    assert stands.startswith("Behind a missed deadline a bot stands in")
    assert "offered" in offered
    assert "80 %" in asks
