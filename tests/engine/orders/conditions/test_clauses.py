"""Conditions, situations and plans of all games: as they are printed they are read again."""

from collections.abc import Iterator

import pytest

from engine.core.decision import Refusal
from engine.core.game import Game
from engine.empires_of_the_ancient_world import GAME as ANCIENT
from engine.orders.conditions.clauses import Clauses
from engine.orders.conditions.policy import Clause, Statement
from engine.orders.conditions.policy import Test as Said
from engine.orders.patterns.forms import NUMBER, Place
from engine.struggle_of_empires import GAME as STRUGGLE

GAMES = {game.name: game for game in (STRUGGLE, ANCIENT)}
SECTIONS = ("conditions", "situations", "plans")


def clauses(game: Game) -> Clauses:
    return game.words.words.clauses


def rows() -> Iterator[tuple[str, str, int]]:
    for name, game in GAMES.items():
        for section in SECTIONS:
            for n in range(len(getattr(clauses(game), section))):
                yield name, section, n


def sampled(game: Game, test: Said, offset: int) -> Statement:
    """A statement of a test with some names in its places."""
    names = game.words.words.grammar.names
    values = dict(test.default)
    for part in test.patterns[0]:
        if isinstance(part, Place):
            keys = [] if part.category == NUMBER else sorted(names[part.category].keys)
            values[part.slot] = keys[offset % len(keys)] if keys else 1 + offset
    return Statement(test, values)


def clause_of(game: Game, text: str) -> Clause:
    read = game.words.split(text)
    assert not isinstance(read, Refusal), (text, read)
    assert read[0].clause is not None, text
    return read[0].clause


@pytest.mark.parametrize(("name", "section", "n"), list(rows()))
def test_what_is_printed_is_read_as_the_same(name: str, section: str, n: int) -> None:
    game = GAMES[name]
    test = getattr(clauses(game), section)[n]
    for offset in range(7):
        statement = sampled(game, test, offset)
        for negated in (False, True) if section == "conditions" else (False,):
            meant = statement._replace(negated=negated)
            said = clauses(game).statements.said(meant)
            assert read_again(game, section, said) == meant, said


def read_again(game: Game, section: str, said: str) -> Statement:
    if section == "conditions":
        condition = clauses(game).statements.condition(said)
        assert not isinstance(condition, Refusal), (said, condition)
        (statement,) = condition.statements
        return statement._replace(guesses=())
    if section == "plans":
        situation = next(
            s.say
            for s in clauses(game).situations
            if not any(isinstance(p, Place) for p in s.patterns[0])
            and set(s.kinds) & set(clauses(game).plans[0].kinds)
        )
        plan = clause_of(game, f"when {situation}: {said}").answers[0].plan
        assert plan is not None
        return plan._replace(guesses=())
    forgotten = clause_of(game, f"forget when {said}").situation
    assert forgotten is not None
    return forgotten._replace(guesses=())


@pytest.mark.parametrize(("name", "section", "n"), list(rows()))
def test_each_wording_has_the_same_places(name: str, section: str, n: int) -> None:
    test = getattr(clauses(GAMES[name]), section)[n]
    places = [{p.slot for p in pattern if isinstance(p, Place)} for pattern in test.patterns]
    for found in places:
        assert found | set(test.default) == set(test.default) | places[0], test.say


@pytest.mark.parametrize("name", GAMES)
def test_each_kind_of_decision_has_a_situation(name: str) -> None:
    served = {kind for test in clauses(GAMES[name]).situations for kind in test.kinds}
    assert served == set(GAMES[name].kinds)


@pytest.mark.parametrize("name", GAMES)
def test_help_says_what_each_is_for(name: str) -> None:
    for section in SECTIONS:
        tests = getattr(clauses(GAMES[name]), section)
        assert all(test.help for test in tests)
        assert len({test.usage for test in tests}) == len(tests)
