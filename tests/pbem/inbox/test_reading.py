"""Inside a game's thread, lines that look like commands are orders first."""

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
    assert "receipt" in kinds(mails)


@pytest.mark.parametrize("line", ["go on", "continue"])
def test_to_go_on_means_what_is_held_and_nothing_of_the_host(call, line):
    (mail,) = answers(call, "spain", line)
    assert "Nothing is held for you" in text_of(mail)


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


@pytest.mark.parametrize("line", ["Yes.", "No.", "I have no idea", "join the circus"])
def test_what_is_no_answer_brings_the_question_back_with_its_forms(call, line):
    mails = answers(call, "spain", line)
    said = "".join(map(text_of, mails))
    assert "Will you help France" in " ".join(said.split())
    assert "# join with 1 army" in said


def test_the_forms_in_such_an_answer_can_be_used(call):
    (mail,) = answers(call, "spain", "Yes.")
    block = [line.replace("# join", "join") for line in text_of(mail).splitlines()]
    call.answer(mail, "\n".join(f"> {line}" for line in block))
    call.cycle(minutes=1)
    assert "spain" not in call.session().waiting()


def test_who_owes_no_answer_is_told_what_is_wrong_with_a_command(call):
    assert kinds(answers(call, "france", "propose a treaty")) == ["denied"]
    assert kinds(answers(call, "france", "join soe9")) == ["refused"]
