"""What a mail asks and does not say clearly, where its seat's game stands."""

import pytest

from engine.core.decision import Refusal
from engine.games import GAMES
from engine.queue.steps_to_choices import meant_in
from engine.queue.understanding import answers, as_shown, understand, why_none_of
from tests.engine.empires_of_the_ancient_world.ancient import at
from tests.engine.orders.understanding.test_understanding import session
from tests.wording import worded


def understood(text: str):
    return understand(session("britain"), "britain", text.splitlines())


def test_a_question_is_answered_by_the_menu_with_the_rule():
    found = understood("Can I attack France in Africa? May I build a navy in India?")
    no, yes = answers(session("britain"), "britain", found)
    assert (no.line, yes.line) == ("attack France in Africa", "build navy in India")
    assert no.why_not
    assert no.why_not.rule
    assert yes.why_not is None


def test_what_is_offered_is_judged_as_the_game_stands():
    lines = ["attack France in Africa", "build navy in India"]
    why = why_none_of(session("britain"), "britain", lines)
    assert [line for line in lines if why[line] is None] == ["build navy in India"]


@pytest.mark.parametrize(
    ("text", "usage"),
    [
        ("Can I trade this round?", "trade AREA"),
        ("Kann ich diese Runde Handel treiben?", "handle in GEBIET"),
    ],
)
def test_a_question_whether_an_action_is_possible_is_denied_if_none_of_it_is(text, usage):
    empty = at(warehouse={"red": 0})
    (no,) = answers(empty, "red", understand(empty, "red", [text]))
    assert (no.question, no.line) == (text, usage)
    assert "no cube in your warehouse" in worded(no.why_not)


def test_a_question_plays_nothing():
    found = understood("May I build a navy in India?")
    assert [line.is_order for line in found.lines] == [False]
    assert found.proposals == []
    assert found.ways == []


def test_what_is_near_is_listed_once_for_a_mail():
    found = understood("frobnicate France in the Caribbean\nfoo France in the Caribbean")
    assert found.near[0] == "attack France in Caribbean"
    assert len(found.near) == len(set(found.near)) <= 3


def test_what_was_shown_is_not_looked_at_again():
    found = as_shown(session("britain").game.words, ["attack France in Africa", "attack nobody"])
    assert [(line.is_order, line.is_remark) for line in found.lines] == [
        (True, False),
        (False, False),
    ]
    assert (found.ways, found.near, found.guessed) == ([], [], [])


def test_a_question_about_no_order_is_told_apart():
    found = understood("What is the weather like? Can I pass?")
    assert found.strange_questions == ["What is the weather like?"]


@pytest.mark.parametrize("game", GAMES)
def test_how_answers_are_written_is_told_in_words_players_use(game: str) -> None:
    words = GAMES[game].words
    verbs = {(kind, form.choice[0]) for form in words.forms for kind in form.kinds}
    told = {(kind, verb): words.how(kind, verb) for kind, verb in verbs if "{" not in verb}
    assert {how: said for how, said in told.items() if "_" in said or not said} == {}


def test_a_question_about_what_is_not_among_the_answers_lists_those_in_words():
    at = session("britain")
    menu = at.decision("britain").menu
    refusal = meant_in(at.game.words, "action", ("keep_blockade",), menu)
    assert isinstance(refusal, Refusal)
    said = worded(refusal)
    assert "build UNIT in REGION" in said
    assert "_" not in said
