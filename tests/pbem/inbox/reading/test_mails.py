"""Inside a game's thread, lines that look like commands are orders first."""

import re

import pytest

from tests.house import kinds, text_of, to

CALLED = ["spain", "austria"]


@pytest.fixture
def call(action):
    """Spain and Austria are asked to join a battle."""
    action.order("britain", "attack France in German States")
    action.cycle(minutes=1)
    assert set(CALLED) == set(action.session().waiting())
    return action


def answers(house, seat, text):
    house.order(seat, text)
    return to(house.cycle(minutes=1), f"{seat}@example.org")


@pytest.mark.parametrize(
    "line",
    [
        "join with my navy",
        "Join the defence with my fleet",
        "join the Dutch",
        "help with my army and my navy",
        "support with everything",
        "I propose France in blue and Prussia in red for 0 gold",
    ],
)
def test_an_answer_that_begins_like_a_command_is_none(call, line):
    mails = answers(call, "spain", line)
    assert {"refused", "help", "denied"} & set(kinds(mails)) == set()
    assert {"receipt", "ask"} & set(kinds(mails))


@pytest.mark.parametrize("line", ["go on", "continue"])
def test_to_go_on_means_what_is_held_and_nothing_of_the_host(call, line):
    (mail,) = answers(call, "spain", line)
    assert "You have no saved orders" in text_of(mail)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("help", "help"),
        ("help me please", "help"),
        ("help combat", "help"),
        ("help on order forms", "help"),
        ("status", "status"),
        ("propose extend 2 days", "vote"),
        ("join soe1", "refused"),
        ("pause", "denied"),
    ],
)
def test_a_command_whose_every_word_fits_is_one(call, line, kind):
    assert kind in kinds(answers(call, "spain", line))


def test_help_is_on_any_topic_where_no_answer_begins_with_it(setting_up):
    seat = setting_up.session().waiting()[0]
    (mail,) = answers(setting_up, seat, "help with my armies in combat")
    assert kinds([mail]) == ["help"]


def test_what_is_no_answer_brings_the_question_back_with_its_forms(call):
    said = "".join(map(text_of, answers(call, "spain", "I have no idea")))
    assert "Will you help France" in " ".join(said.split())
    assert 'Answer "join with 1 army" or "call: decline".' in said


def test_an_answer_that_names_what_there_is_not_brings_a_choice_of_answers(call):
    said = "".join(map(text_of, answers(call, "spain", "join the fight with 3 elephants")))
    assert "Will you help France" in " ".join(said.split())
    assert "1  join with 1 army" in said
    assert "Nothing was played" in said


@pytest.mark.parametrize(("line", "order"), [("Yes.", "join with 1 army"), ("No.", "decline")])
def test_a_yes_or_no_answers_what_is_asked(call, line, order):
    said = "".join(map(text_of, answers(call, "spain", line)))
    assert f"{order} " in said
    assert "spain" not in call.session().waiting()


def test_what_had_to_be_guessed_is_played_by_a_yes(call):
    (mail,) = answers(call, "spain", "join the circus")
    assert "join with 1 army " in text_of(mail)
    assert "spain" in call.session().waiting()
    call.answer(mail, "yes")
    call.cycle(minutes=1)
    assert "spain" not in call.session().waiting()


def test_what_is_guessed_of_a_line_is_told_of_that_line_and_of_none_above_it(call):
    (mail,) = answers(call, "spain", "Maybe join with 1 army")
    said = " ".join(text_of(mail).split())
    assert 'I am not sure I read this correctly: "Maybe join with 1 army" (not known' in said
    assert "they stand below" not in said


def test_a_word_that_makes_a_line_doubtful_is_named_once(call):
    (mail,) = answers(call, "spain", "pass, maybe, and claim Banking maybe")
    assert "(not known: maybe)" in " ".join(text_of(mail).split())


def test_what_such_an_answer_offers_can_be_used(call):
    (mail,) = answers(call, "spain", "I have no idea")
    offered = re.findall('"(.*?)"', text_of(mail).partition("Answer ")[2])
    call.answer(mail, offered[0])
    call.cycle(minutes=1)
    assert "spain" not in call.session().waiting()


def test_who_owes_no_answer_is_told_what_is_wrong_with_a_command(call):
    assert kinds(answers(call, "france", "propose a treaty")) == ["denied"]
    assert kinds(answers(call, "france", "join soe9")) == ["refused"]
