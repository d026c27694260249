"""Which lines of a mail are commands."""

from itertools import pairwise

import pytest

from engine.games import GAMES
from pbem.inbox.players_commands import COMMANDS
from pbem.inbox.reading import requests
from pbem.inbox.reading.press_blocks import PressBlock
from pbem.mail.incoming import InboundMail

WORDS = [GAMES["struggle-of-empires"].words]


@pytest.mark.parametrize(
    ("line", "verb", "more"),
    [
        ("join soe1", "join", {"game": "soe1"}),
        ("Join game SOE1 as United Provinces.", "join", {"seat": "United Provinces"}),
        ("join soe1 britain", "join", {"game": "soe1", "seat": "britain"}),
        ("leave the game soe1", "leave", {"game": "soe1"}),
        ("HELP combat", "help", {"topic": "combat"}),
        ("help me with Army Training, please", "help", {"topic": "Army Training"}),
        ("Help me please!", "help", {"topic": None}),
        ("help about", "help", {"topic": None}),
        ("help: combat", "help", {"topic": "combat"}),
        ("Please help with combat", "help", {"topic": "combat"}),
        ("Can you help me with combat?", "help", {"topic": "combat"}),
        ("status of soe2", "status", {"game": "soe2"}),
        ("orders ?", "orders?", {}),
        ("clear my orders", "clear", {}),
        ("Cancel my queued orders", "clear", {}),
        ("cancel all", "clear", {}),
        ("please withdraw everything", "clear", {}),
        ("Preview:", "preview", {}),
        ("please preview these orders:", "preview", {}),
        ("preview only", "preview", {}),
        ("just a preview please!", "preview", {}),
        ("dry-run", "preview", {}),
        ("What would happen if:", "preview", {}),
        ("please resend the last report", "resend", {}),
        ("Yes, please!", "yes", {}),
        ("I propose a draw.", "propose", {"said": "a draw"}),
        ("Propose: extend 2 days", "propose", {"said": "extend 2 days"}),
        ("vote yes", "vote", {"ballot": "yes", "said": None}),
        ("Vote: no on vote 3", "vote", {"ballot": "no", "said": "3"}),
        ("vote yes on the draw", "vote", {"ballot": "yes", "said": "the draw"}),
        ("withdraw my proposal", "withdraw", {"said": None}),
        ("withdraw proposal of draw", "withdraw", {"said": "draw"}),
        ("withdraw replace Spain", "withdraw", {"said": "replace Spain"}),
        ("I resign for good.", "resign", {}),
        (
            "Subscribe to the game soe1 as BBCode",
            "subscribe",
            {"game": "soe1", "said": " as BBCode"},
        ),
        ("unsubscribe soe1", "unsubscribe", {"game": "soe1"}),
        ("unsubscribe", "unsubscribe", {"game": None}),
        ("history", "history", {"said": None}),
        ("History 10-14", "history", {"said": "10-14"}),
        ("history of round 2", "history", {"said": "round 2"}),
        ("no thanks", "no", {}),
    ],
)
def test_a_line_is_a_command_however_it_is_put(line, verb, more):
    (command,) = requests.read([line]).commands
    assert command.verb == verb
    assert {key: getattr(command, key) for key in more} == more


@pytest.mark.parametrize(
    "line",
    [
        *("withdraw", "withdraw my army", "vote for me", "I resigned", "subscribe to your news"),
        *("attack Britain in India", "I join you tomorrow", "orders", "yes we can"),
        "x" * 300,
    ],
)
def test_other_lines_are_left_for_the_game(line):
    said = requests.read([line])
    assert (said.commands, said.lines) == ((), (line,))


@pytest.mark.parametrize("line", ["forget my standing orders", "cancel when attacked", "drop"])
def test_what_takes_standing_orders_back_is_left_for_the_game(line):
    assert requests.read([line]).commands == ()


@pytest.mark.parametrize(
    "line",
    [
        "preview: attack Prussia in India",
        "Preview attack Prussia in India",
        "What if I attack Prussia in India?",
        "dry run - attack Prussia in India",
    ],
)
def test_what_stands_behind_a_preview_is_previewed(line):
    said = requests.read([line])
    assert said.asks("preview")
    assert said.lines == ("attack Prussia in India",)


def test_a_preview_asked_for_in_the_subject_is_one_whatever_else_is_asked():
    mail = InboundMail(subject="Preview", prose=("status", "attack Prussia in India"))
    said = requests.of_mail(mail)
    assert said.asks("preview")
    assert said.asks("status")


def test_a_line_that_the_game_reads_as_an_order_is_no_command():
    said = requests.read(["attack France in India"], WORDS)
    assert (said.commands, said.lines) == ((), ("attack France in India",))


def test_name_and_dice_words_are_settings():
    said = requests.read(["Name: Admiral B.", "dice words = seven eleven", "join soe1"])
    assert said.settings == {"name": "Admiral B.", "dice": "seven eleven"}
    assert said.lines == ()


def test_after_the_start_settings_are_left_for_the_game():
    said = requests.read(["name: Admiral B."], settings=False)
    assert (said.settings, said.lines) == ({}, ("name: Admiral B.",))


def test_a_no_among_orders_keeps_its_place():
    said = requests.read(["fight", "no", "reroll"])
    assert [one.text for one in said.rest] == ["fight", "reroll"]
    assert said.lines == ("fight", "no", "reroll")


@pytest.mark.parametrize("subject", ["join soe1 as Spain", "Re: AW: join soe1 as Spain"])
def test_a_command_may_stand_in_the_subject(subject):
    letter = InboundMail(subject=subject, prose=("Hello, I would like to play.",))
    (command,) = requests.of_mail(letter).commands
    assert (command.verb, command.game, command.seat) == ("join", "soe1", "Spain")


def test_the_subject_counts_for_nothing_where_the_text_has_commands():
    letter = InboundMail(subject="help", prose=("status",))
    assert [command.verb for command in requests.of_mail(letter).commands] == ["status"]


def test_a_sentence_that_was_broken_is_one_line_and_no_order():
    broken = {("I decided not to", "attack Spain"), ("my friend says", "yes")}
    said = requests.read(
        ["I decided not to", "attack Spain", "fight", "my friend says", "yes"],
        WORDS,
        broken=broken,
    )
    assert said.lines == ("I decided not to attack Spain", "fight", "my friend says yes")
    assert not said.commands


def test_two_orders_one_below_the_other_are_a_list():
    lines = ("attack Spain in India", "attack France in Baltic")
    said = requests.read(lines, WORDS, broken={lines})
    assert said.lines == lines


def test_what_goes_on_a_broken_sentence_goes_on_with_it():
    lines = ["he would not", "attack Spain and not", "build army"]
    said = requests.read(lines, WORDS, broken=set(pairwise(lines)))
    assert said.lines == ("he would not attack Spain and not build army",)


def test_the_rest_of_a_mail_tells_which_of_its_lines_are_orders():
    said = requests.read(["build army", "status", "see you soon"], WORDS)
    assert said.lines == ("build army", "see you soon")
    assert [one.text for one in said.orders] == ["build army"]


def test_each_line_of_a_mail_is_one_request_of_its_type_in_the_order_written():
    lines = ["build army", "", "hello", "status", "pause", "yes", "diary: a wet day"]
    said = requests.read(lines, WORDS)
    kinds = [requests.OrderLine, requests.Remark, requests.Command, requests.HostLine]
    assert [type(one) for one in said] == [*kinds, requests.Confirmation, PressBlock]
    assert [one.apart for one in said.for_game] == [False, True, False, False]
    assert said.orders[0].line == WORDS[0].line("build army")


def test_a_line_that_may_be_the_rest_of_a_quoted_one_counts_if_it_means_something():
    lines = ["build army", "and more to come", "status"]
    said = requests.read(lines, WORDS, wrapped=lines)
    assert said.lines == ("build army",)
    assert said.asks("status")


def test_no_line_of_the_page_is_two_commands():
    lines = [line for spec in COMMANDS.values() for row in spec.shown for line in row.write]
    read = [[verb for verb, form in requests._LINES.items() if form.fullmatch(x)] for x in lines]
    assert len(lines) > 40
    assert [found for found in read if len(found) > 1] == []


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("2", 2),
        ("2.", 2),
        ("3)", 3),
        ("number 2", 2),
        ("The second one, please.", 2),
        ("option 1", 1),
        ("4th", 4),
    ],
)
def test_a_number_picks(line, number):
    (command,) = requests.read([line]).commands
    assert (command.verb, command.picks) == ("pick", number)


@pytest.mark.parametrize("line", ["9", "22", "2 armies", "second army to India"])
def test_other_numbers_pick_nothing(line):
    assert requests.read([line]).commands == ()
