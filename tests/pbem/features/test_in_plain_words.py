"""What people write in words of their own: that they join, that they say no, that they are away."""

import pytest

from pbem.campaign import host_acts
from pbem.campaign.mails.outbox import Context
from tests.house import HOST, flat, kinds, to
from tests.pbem.inbox.test_host_mail import take_over

NEW = "newcomer@example.org"


@pytest.mark.parametrize("answer", ["no", "nein", "No, I will stay."])
def test_who_does_not_resign_after_all_keeps_the_seat(setting_up, answer):
    setting_up.order("spain", "resign")
    (asked,) = setting_up.cycle(minutes=1)
    setting_up.answer(asked, answer)
    (told,) = setting_up.cycle(minutes=1)
    assert kinds([told]) == ["status"]
    assert "ou keep your seat" in told["Subject"]
    assert "ou keep your seat. Nothing has changed" in flat(told)
    setting_up.answer(asked, "yes")
    assert "you no longer play" not in flat(setting_up.cycle(minutes=1)[0])


def test_a_no_to_orders_that_were_shown_drops_them(setting_up):
    seat = setting_up.session().waiting()[0]
    setting_up.mail(f"{seat}@example.org", "place army in India")
    (asked,) = setting_up.cycle(minutes=1)
    setting_up.answer(asked, "no")
    (told,) = setting_up.cycle(minutes=1)
    assert "othing is done of what I asked you about" in flat(told)


def test_a_no_of_the_hosts_drops_what_was_shown(setting_up):
    setting_up.mail(HOST, "extend 2 days", "soe1")
    (asked,) = setting_up.cycle(minutes=1)
    setting_up.answer(asked, "no")
    (told,) = setting_up.cycle(minutes=1)
    assert "othing was done" in flat(told)
    assert "no command" not in flat(told)


def test_nothing_is_offered_for_a_yes_where_nothing_was_understood(setting_up):
    setting_up.mail("spain@example.org", "place frob gnarl in Xyzzy")
    (told,) = setting_up.cycle(minutes=1)
    assert "I understood none of it" in flat(told)
    assert 'Answer "yes"' not in flat(told)


def test_a_second_absence_says_what_it_takes_the_place_of(setting_up):
    setting_up.order("spain", "away from 3 December to 12 December")
    setting_up.cycle(minutes=1)
    setting_up.order("spain", "I'll be on holiday next week")
    (told,) = to(setting_up.cycle(minutes=1), "spain@example.org")
    assert "takes the place of your absence from" in flat(told)
    assert "which now ends on" in flat(told)


@pytest.mark.parametrize(
    ("words", "subject", "seat"),
    [
        ("I'd like to join eaw1 as Red, please", "hello", "Red"),
        ("Ich möchte bei eaw1 als Rot mitspielen.", "Hallo", "Red"),
        ("I would love to play in eaw1!\nBest regards", "a question", None),
    ],
)
def test_who_was_not_invited_joins_in_plain_words(house, words, subject, seat):
    house.new("eaw1", rules="empires-of-the-ancient-world", seats=3)
    house.mail(NEW, words, subject)
    (asked,) = house.cycle(minutes=1)
    assert kinds([asked]) == ["confirm"]
    assert (f"as {seat}" in flat(asked)) is (seat is not None)


def test_a_game_that_is_only_mentioned_is_not_joined(house):
    house.new("eaw1", rules="empires-of-the-ancient-world", seats=3)
    house.mail(NEW, "My brother told me about eaw1. He is happy with it.", "hello")
    assert "confirm" not in kinds(house.cycle(minutes=1))


def test_a_wish_in_another_language_is_answered_with_how_to_have_that(house):
    (invitation,) = house.new(invite=[NEW])
    house.answer(invitation, "ja gerne, ich nehme Frankreich")
    (asked,) = to(house.cycle(minutes=1), NEW)
    assert "Mails auf Deutsch?" in flat(asked)
    house.answer(asked, "ja\nSprache de")
    (welcome,) = to(house.cycle(minutes=1), NEW)
    assert "Willkommen: Du bist" in flat(welcome)


def test_a_language_that_is_wished_with_the_wish_to_join_holds_at_once(house):
    house.new()
    house.mail(NEW, "join soe1 as France\nSprache de")
    (asked,) = to(house.cycle(minutes=1), NEW)
    assert "Antworte auf diese Mail" in flat(asked)
    assert "Mails auf Deutsch?" not in flat(asked)


def test_a_player_is_reminded_by_the_name_that_all_see(setting_up):
    take_over(setting_up, "Spain", NEW, "name: Ben")
    with setting_up.world.store.reading() as db:
        post = Context(setting_up.world, db, setting_up.now, "look")
        assert host_acts.seat_named(post, host_acts.game_named(db, "soe1"), "ben") == "spain"


def test_a_command_within_press_is_marked_in_the_receipt(setting_up):
    setting_up.mail(HOST, "press to Spain:\nOK, I will.\nextend 2 days", "soe1")
    (asked,) = to(setting_up.cycle(minutes=1), HOST)
    setting_up.answer(asked, "yes")
    (told,) = to(setting_up.cycle(minutes=1), HOST)
    assert '"extend 2 days" was sent as a part of the text' in flat(told)


def test_the_host_chooses_a_language(setting_up):
    setting_up.mail(HOST, "extend 2 days", "soe1")
    (asked,) = to(setting_up.cycle(minutes=1), HOST)
    setting_up.answer(asked, "Sprache de")
    (told,) = to(setting_up.cycle(minutes=1), HOST)
    assert "Ab jetzt bekommst du Mails auf Deutsch" in flat(told)
