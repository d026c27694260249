"""What people complain of most where games are played by mail or on the web, each shown to be
mended by a mail script (`pains = [3]`) or, where mails do not show it, by a test named here."""

import ast

import pytest

from tests import ROOT
from tests.mailbox.scripts_read import SCRIPTS, read

TESTS = ROOT / "tests"
PAINS = {
    1: "Who wrote something is taken for one who answered, and time goes to who owes nothing.",
    2: "A deadline at a fixed hour is counted from now instead of from the timetable.",
    3: "Without a grace, people fear to lose by what happens in their lives.",
    4: "Grace and pause fall on the punctual, or are a lever of the late.",
    5: "Nobody but an administrator can replace a player, and the game stands still meanwhile.",
    6: "One who is always late costs all others their days.",
    7: "An absence has to be told to each game.",
    8: "A mail never came, and nobody knows.",
    9: "Mails of a turn are lost, and cannot be had again.",
    10: "A jam of mails comes all at once, overtaken ones with it.",
    11: "Dice come as many mails, or do not come.",
    12: "A large provider refuses the mails, and that is that.",
    13: "One does not know which game it is and whose turn, or drowns in mails.",
    14: "Dice are only said to be fair.",
    15: "Who knows the seed knows what will fall.",
    16: "Where a service outside is gone, play stops.",
    17: "Nothing can be decided beforehand, or it is carried out blindly.",
    18: "A slip cannot be taken back, or too much can.",
    19: "The program wants the password of one's mailbox.",
    20: "Orders written into a report are not read, or its quoted lines are taken for orders.",
    21: "A mail that comes back opens a loop.",
    22: "The game did another thing than was meant, and nobody can say why.",
    23: "A notice gives away what was hidden.",
    24: "An address, or who somebody is, gets out.",
    25: "One wrong word, and all has to be sent again.",
    26: "The host cannot ask those who have not answered.",
    27: "A mail that comes twice counts twice.",
}
BY_TESTS = {
    2: (
        "pbem/campaign/test_deadlines.py::test_a_fixed_hour_keeps_the_timetable_whenever_an_answer_came",
        "pbem/campaign/test_deadlines.py::test_hours_pass_as_they_do_also_where_clocks_change",
    ),
    7: (
        "pbem/features/test_people.py"
        "::test_one_mail_counts_in_all_games_and_each_allows_what_it_does",
    ),
    9: (
        "pbem/campaign/test_killing.py"
        "::test_a_server_gets_each_mail_at_least_once_and_always_the_same",
    ),
    10: (
        "pbem/campaign/test_sending.py::test_a_report_with_nothing_but_its_question_is_withdrawn",
        "pbem/campaign/test_sending.py::test_a_question_that_is_answered_is_cut_from_its_report",
    ),
    12: (
        "pbem/campaign/test_smtp.py::test_who_is_refused_for_good_is_told_to_the_host",
        "pbem/campaign/test_sending.py::test_of_many_mails_to_a_dead_address_the_host_hears_twice",
    ),
    14: (
        "pbem/cli/test_record.py::test_after_the_end_chain_dice_and_rules_are_found_right",
        "engine/core/test_verify.py::test_the_stand_alone_verifier_agrees_and_finds_a_changed_die",
    ),
    15: (
        "pbem/campaign/test_secrets.py::test_the_secret_of_the_dice_is_in_no_mail_before_the_end",
        "engine/core/test_verify.py::test_another_secret_than_the_one_committed_to_is_found",
    ),
    16: (
        "pbem/campaign/test_smtp.py::test_a_server_that_is_down_delays_and_loses_nothing",
        "pbem/daemon/test_loops.py"
        "::test_while_the_mailbox_is_down_no_time_passes_and_it_is_tried_again",
    ),
    19: (
        "pbem/mail/transports/test_configured.py::test_without_a_word_mail_goes_through_folders_of_the_moderator",
        "pbem/mail/transports/test_imap.py::test_a_wrong_password_is_told_but_not_shown",
    ),
    20: (
        "pbem/mail/test_quotes.py::test_what_was_sent_is_never_edited",
        "pbem/campaign/test_campaign.py::test_people_play_whole_campaigns",
    ),
    23: (
        "pbem/campaign/test_secrets.py"
        "::test_every_seat_gets_the_same_mails_until_it_has_a_secret_of_its_own",
        "pbem/campaign/test_secrets.py::test_what_is_held_for_a_seat_is_in_no_mail_of_another",
    ),
    24: (
        "pbem/campaign/test_secrets.py"
        "::test_no_mail_shows_the_address_the_tag_or_the_ids_of_another",
    ),
    27: ("pbem/inbox/test_senders.py::test_without_an_id_date_and_tag_tell_a_mail_from_another",),
}
"""Tests by the folder of tests that they stand in."""


@pytest.mark.parametrize("pain", PAINS, ids=PAINS.get)
def test_each_pain_is_shown_to_be_mended(pain):
    scripts = [file.stem for file in SCRIPTS if pain in read(file).get("pains", [])]
    assert scripts or BY_TESTS.get(pain), 'write a script, and say "pains = [...]" at its head'


def test_no_script_names_a_pain_that_is_not_listed():
    assert {pain for file in SCRIPTS for pain in read(file).get("pains", [])} <= set(PAINS)


@pytest.mark.parametrize("where", [where for tests in BY_TESTS.values() for where in tests])
def test_a_test_that_is_named_is_there(where):
    file, _, name = where.partition("::")
    tree = ast.parse((TESTS / file).read_text())
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
