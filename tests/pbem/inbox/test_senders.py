"""Who a letter is from, and how far that is believed."""

from dataclasses import replace

import pytest

from pbem.store import tables as t
from tests.house import HOST, PLAYERS, flat, kinds, text_of, to

STRANGER = "stranger@example.net"


def waiting(house):
    seat = house.session().waiting()[0]
    return seat, f"{seat}@example.org"


def units_of(house, seat):
    return house.session().view(None)["units"][seat]


def test_the_joined_address_with_the_tag_is_enough(setting_up):
    seat, address = waiting(setting_up)
    report = setting_up.last(address)
    setting_up.mail(address, "place army in India", subject="my move", to=report["Reply-To"])
    setting_up.cycle(minutes=1)
    assert units_of(setting_up, seat)["india"]


def test_a_tag_in_the_subject_is_enough_too(setting_up):
    seat, address = waiting(setting_up)
    report = setting_up.last(address)
    setting_up.mail(address, "place army in India", subject=f"AW: {report['Subject']}")
    setting_up.cycle(minutes=1)
    assert units_of(setting_up, seat)["india"]


def test_without_a_tag_what_was_understood_is_shown_and_yes_applies_it(setting_up):
    seat, address = waiting(setting_up)
    setting_up.mail(address, "place army in India")
    (ask,) = setting_up.cycle(minutes=1)
    assert (ask["To"], kinds([ask])) == (address, ["ask"])
    assert "place army in India possible" in flat(ask)
    assert units_of(setting_up, seat) == {}
    setting_up.answer(ask, "yes")
    setting_up.cycle(minutes=1)
    assert units_of(setting_up, seat)["india"]


def asked_about(house, address, *regions):
    """The mails that show these lines, which came without a tag one after the other."""
    asked = []
    for region in regions:
        house.mail(address, f"place army in {region}")
        asked += house.cycle(minutes=1)
    return asked


def test_a_yes_applies_the_lines_of_the_mail_that_it_answers(setting_up):
    seat, address = waiting(setting_up)
    first, _second = asked_about(setting_up, address, "India", "Baltic")
    setting_up.answer(first, "yes")
    setting_up.cycle(minutes=1)
    assert list(units_of(setting_up, seat)) == ["india"]


@pytest.mark.parametrize("known", ["In_Reply_To", "References"])
def test_a_yes_with_the_tag_of_another_mail_is_known_by_the_mail_that_it_answers(setting_up, known):
    seat, address = waiting(setting_up)
    report = setting_up.last(address)
    first, _second = asked_about(setting_up, address, "India", "Baltic")
    answered = {known: first["Message-ID"]}
    setting_up.mail(address, "yes", subject="my move", to=report["Reply-To"], **answered)
    setting_up.cycle(minutes=1)
    assert list(units_of(setting_up, seat)) == ["india"]


def test_where_the_address_has_no_room_for_it_the_subject_tells_what_was_shown(house):
    name = "autumntournament2026"
    house.address = "moderator@example.org"
    settings = house.world.config.moderator.model_copy(update={"address": house.address})
    config = house.world.config.model_copy(update={"moderator": settings})
    house.world = replace(house.world, config=config)
    seats = {"up@example.org": "united_provinces", "spain@example.org": "spain"}
    house.new(name, seats=2)
    house.join(*seats, name=name, wish=seats)
    first, _second = asked_about(house, "up@example.org", "India", "Baltic")
    assert len(first["Reply-To"].partition("<")[2].partition("@")[0]) <= 64
    house.answer(first, "yes", In_Reply_To=None)
    (receipt,) = to(house.cycle(minutes=1), "up@example.org")
    assert "place army in India" in flat(receipt)
    assert "Baltic" not in flat(receipt)


def test_a_yes_that_answers_none_of_several_mails_is_asked_which_it_means(setting_up):
    seat, address = waiting(setting_up)
    report = setting_up.last(address)
    asked_about(setting_up, address, "India", "Baltic")
    setting_up.answer(report, "yes")
    again = setting_up.cycle(minutes=1)
    assert kinds(again) == ["ask", "ask"]
    assert units_of(setting_up, seat) == {}
    setting_up.answer(next(mail for mail in again if "army in India" in flat(mail)), "yes")
    setting_up.cycle(minutes=1)
    assert list(units_of(setting_up, seat)) == ["india"]


def test_a_yes_to_equal_lines_need_not_tell_which_mail_it_answers(setting_up):
    seat, address = waiting(setting_up)
    report = setting_up.last(address)
    asked_about(setting_up, address, "India", "India")
    setting_up.answer(report, "yes")
    setting_up.cycle(minutes=1)
    assert list(units_of(setting_up, seat)) == ["india"]


def test_lines_shown_before_other_orders_came_need_a_yes_to_their_mail(setting_up):
    _seat, address = waiting(setting_up)
    report = setting_up.last(address)
    (asked,) = asked_about(setting_up, address, "India")
    setting_up.answer(report, "place army in Baltic")
    setting_up.cycle(minutes=1)
    setting_up.answer(report, "yes")
    assert kinds(to(setting_up.cycle(minutes=1), address)) == ["status"]
    setting_up.answer(asked, "yes")
    assert "place army in India" in flat(to(setting_up.cycle(minutes=1), address)[-1])


def test_a_yes_to_a_mail_of_long_ago_applies_nothing(setting_up):
    seat, address = waiting(setting_up)
    regions = ["India", "Baltic", "Africa", "Caribbean", "Brazil", "North America"]
    first, *_others = asked_about(setting_up, address, *regions)
    setting_up.answer(first, "yes")
    assert kinds(setting_up.cycle(minutes=1)) == ["status"]
    assert units_of(setting_up, seat) == {}


def test_clearing_the_queue_without_a_tag_needs_a_yes_too(setting_up):
    seat, address = waiting(setting_up)
    setting_up.place(seat)
    held = len(setting_up.rows(t.QueueLine, seat=seat, state="queued"))
    setting_up.mail(address, "clear")
    (ask,) = setting_up.cycle(minutes=1)
    assert len(setting_up.rows(t.QueueLine, seat=seat, state="queued")) == held
    setting_up.answer(ask, "yes")
    setting_up.cycle(minutes=1)
    assert setting_up.rows(t.QueueLine, seat=seat, state="queued") == []


def test_commands_and_orders_without_a_tag_are_shown_together(setting_up):
    seat, address = waiting(setting_up)
    setting_up.place(seat)
    setting_up.mail(address, "clear\nadd\nplace fort in Africa")
    (ask,) = setting_up.cycle(minutes=1)
    assert "1 clear possible 2 place fort in Africa possible" in flat(ask)
    setting_up.answer(ask, "yes")
    setting_up.cycle(minutes=1)
    held = [row.text for row in setting_up.rows(t.QueueLine, seat=seat, state="queued")]
    assert held == ["place fort in Africa"]


def test_a_greeting_without_a_tag_is_answered_with_how_things_stand(setting_up):
    _, address = waiting(setting_up)
    setting_up.mail(address, "Hello,\n\nthanks,\nBritain")
    assert kinds(setting_up.cycle(minutes=1)) == ["status"]


def test_a_yes_without_a_tag_applies_nothing(setting_up):
    seat, address = waiting(setting_up)
    setting_up.mail(address, "place army in India")
    setting_up.cycle(minutes=1)
    setting_up.mail(address, "yes")
    setting_up.cycle(minutes=1)
    assert units_of(setting_up, seat) == {}


def test_a_tag_from_another_address_leads_to_a_question_to_the_joined_one(setting_up):
    seat, address = waiting(setting_up)
    setting_up.answer(setting_up.last(address), "place army in India", sender=STRANGER)
    (mail,) = setting_up.cycle(minutes=1)
    assert (mail["To"], kinds([mail])) == (address, ["elsewhere"])
    assert "place army in India" in flat(mail)
    assert units_of(setting_up, seat) == {}


def test_a_player_with_the_tag_of_another_gets_nothing_done(setting_up):
    seat, address = waiting(setting_up)
    other = next(player for player in PLAYERS if player != address)
    setting_up.answer(setting_up.last(address), "place army in India", sender=other)
    assert [mail["To"] for mail in setting_up.cycle(minutes=1)] == [address]
    assert units_of(setting_up, seat) == {}


@pytest.mark.parametrize("part", ["window", "seat", "code", "game"])
def test_a_forged_tag_is_no_tag(setting_up, part):
    """From the joined address it may be an old one, or what a mail program left of one."""
    seat, address = waiting(setting_up)
    game, key, window, code = (
        setting_up.last(address)["Reply-To"].split("+")[1].split("@")[0].split("-")
    )
    other = next(p.split("@")[0] for p in PLAYERS if p != address)
    tag = {
        "game": f"soe2-{key}-{window}-{code}",
        "seat": f"{game}-{other}-{window}-{code}",
        "window": f"{game}-{key}-w999-{code}",
        "code": f"{game}-{key}-{window}-{'a' * len(code)}",
    }[part]
    setting_up.mail(STRANGER, "place army in India", to=f"games+{tag}@example.org")
    assert setting_up.cycle(minutes=1) == []
    assert setting_up.letters()[-1] == ("ignored", "bad_tag")
    setting_up.mail(address, "place army in India", to=f"games+{tag}@example.org")
    (ask,) = setting_up.cycle(minutes=1)
    assert (ask["To"], kinds([ask])) == (address, ["ask"])
    assert units_of(setting_up, seat) == {}


def test_a_stranger_is_not_answered(setting_up):
    for text in ("place army in India", "status", "yes", "orders?", "hello"):
        setting_up.mail(STRANGER, text)
    assert setting_up.cycle(minutes=1) == []
    assert {status for status, _ in setting_up.letters()[-5:]} == {"ignored"}


def test_a_stranger_who_asks_for_help_learns_of_no_game(setting_up):
    setting_up.mail(STRANGER, "help")
    (mail,) = setting_up.cycle(minutes=1)
    assert (mail["To"], kinds([mail])) == (STRANGER, ["help"])
    assert "soe1" not in text_of(mail)


def test_join_in_the_subject_of_an_advertisement_is_no_wish(house):
    house.mail(STRANGER, "Buy now", subject="Join us")
    assert house.cycle(minutes=1) == []


def test_a_player_of_two_games_is_asked_which_is_meant(house):
    house.new("soe1", seats=4)
    house.new("soe2", seats=4)
    house.join(PLAYERS[0], name="soe1")
    house.join(PLAYERS[0], name="soe2")
    house.mail(PLAYERS[0], "status")
    (mail,) = house.cycle(minutes=1)
    assert "which of your games" in flat(mail)
    house.mail(PLAYERS[0], "status soe2")
    (mail,) = house.cycle(minutes=1)
    assert mail["Subject"].startswith("[soe2]")


def test_the_game_may_stand_in_the_subject(house):
    house.new("soe1")
    house.new("soe2")
    house.join(PLAYERS[0], name="soe1")
    house.join(PLAYERS[0], name="soe2")
    house.mail(PLAYERS[0], "status", subject="[soe1] how is it going?")
    (mail,) = house.cycle(minutes=1)
    assert mail["Subject"].startswith("[soe1]")


def test_our_own_mail_is_not_answered(setting_up):
    setting_up.mail("games+soe1@example.org", "help")
    assert setting_up.cycle(minutes=1) == []


def test_mail_of_machines_leads_to_one_question_at_most(setting_up):
    _, address = waiting(setting_up)
    report = setting_up.last(address)
    for headers in (
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<list.example.org>"},
        {"Return_Path": "<>"},
        {"X_Autoreply": "yes"},
    ):
        setting_up.answer(report, "status", **headers)
    assert kinds(setting_up.cycle(minutes=1)) == ["away_ask"]
    assert all("automatic" in reason for _, reason in setting_up.letters()[-5:])


def test_a_mail_that_comes_twice_counts_once(setting_up):
    seat, address = waiting(setting_up)
    report = setting_up.last(address)
    for _ in range(3):
        setting_up.answer(report, "place army in India", message_id="<same@phone.example>")
    assert kinds(to(setting_up.cycle(minutes=1), address)) == ["receipt"]
    assert units_of(setting_up, seat) == {"india": {"army": 1}}
    assert setting_up.letters()[-1] == ("ignored", "duplicate")


def test_without_an_id_date_and_tag_tell_a_mail_from_another(setting_up):
    _seat, address = waiting(setting_up)
    report = setting_up.last(address)
    for _ in range(2):
        setting_up.answer(report, "place army in India", message_id=None)
    assert kinds(to(setting_up.cycle(minutes=1), address)) == ["receipt"]
    setting_up.now = setting_up.now.replace(second=7)
    setting_up.answer(report, "place army in India", message_id=None)
    assert kinds(to(setting_up.cycle(minutes=1), address)) == ["receipt"]


def test_the_host_hears_nothing_of_all_this(setting_up):
    setting_up.mail(STRANGER, "hello")
    assert to(setting_up.cycle(minutes=1), HOST) == []
