"""Help, status, orders?, resend, clear by mail."""

from datetime import timedelta

import pytest

from pbem.campaign import host_acts, stand_in
from pbem.daemon.maintenance import retention
from pbem.store import tables as t
from tests.house import SEATS, flat, kinds, to


def asked(house, seat, text):
    house.order(seat, text)
    return to(house.cycle(minutes=1), f"{seat}@example.org")


def waiting(house):
    return house.session().waiting()[0]


def test_help_tells_how_to_write_orders(setting_up):
    (mail,) = asked(setting_up, "spain", "help")
    assert "Orders of Struggle of Empires".upper() in flat(mail).upper()


def test_help_on_a_topic(setting_up):
    (mail,) = asked(setting_up, "spain", "help fighting")
    assert "Help: Combat" in mail["Subject"]
    assert "For 2 gold you attack" in flat(mail)


def test_help_on_a_topic_tells_the_rules_of_the_game_at_hand(house):
    house.new(variants=["original_sea_move", "original_agriculture"])
    sent = house.join("anne@example.org", wish={"anne@example.org": "Russia"})
    house.answer(sent[-1], "help sea\nhelp agricultur")
    said = [flat(mail) for mail in house.cycle(minutes=1)]
    assert "On a one a second die decides" in said[0]
    assert "One population. Free action tiles, used once a war. Cost: 4 gold." in said[1]


def test_help_on_what_there_is_not_names_the_topics(setting_up):
    (mail,) = asked(setting_up, "spain", "help weather")
    said = flat(mail)
    assert 'There is no help on "weather"' in said
    assert "Combat; Attacks across the sea; Allies in battle; Naval combat" in said


def test_status_tells_who_is_waited_for_and_who_plays_what(setting_up):
    (mail,) = asked(setting_up, "spain", "status")
    said = flat(mail)
    assert "is running" in said
    assert "Waiting for" in said
    assert "Spain (you) Spain" in said


def test_status_tells_first_what_the_reader_owes_and_then_who_else_is_waited_for(action):
    action.order("britain", "attack France in German States")
    action.cycle(minutes=1)
    assert set(action.session().waiting()) == {"spain", "austria"}
    (mail,) = asked(action, "spain", "status")
    said = flat(mail)
    assert said.index("You still have to answer.") < said.index("Also waiting for Austria, until")
    assert "Waiting for" not in said


def test_status_before_the_start_lists_who_has_joined(house):
    house.new()
    sent = house.join("anne@example.org", wish={"anne@example.org": "Russia"})
    house.answer(sent[-1], "status")
    (mail,) = house.cycle(minutes=1)
    assert "waiting for players" in flat(mail)
    assert "Russia Anne" in flat(mail)


def test_orders_lists_what_is_held(setting_up):
    seat = waiting(setting_up)
    setting_up.place(seat)
    (mail,) = asked(setting_up, seat, "orders?")
    assert kinds([mail]) == ["held"]
    assert "place army in Baltic" in flat(mail)


def test_clear_forgets_what_is_held_but_not_what_is_played(setting_up):
    seat = waiting(setting_up)
    setting_up.place(seat)
    (mail,) = asked(setting_up, seat, "clear")
    assert "You have no saved orders" in flat(mail)
    assert setting_up.rows(t.QueueLine, seat=seat, state="queued") == []
    assert setting_up.session().view(None)["units"][seat] == {"german_states": {"army": 1}}


def test_clear_and_new_orders_in_one_mail(setting_up):
    seat = waiting(setting_up)
    setting_up.place(seat)
    mails = asked(setting_up, seat, "clear\nadd\nplace fort in Africa")
    assert kinds(mails) == ["receipt", "held"]
    assert "place army" not in flat(mails[1])
    assert "place fort in Africa" in flat(mails[1])


def test_resend_sends_the_last_report_again_with_the_question(setting_up):
    seat = waiting(setting_up)
    report = setting_up.last(f"{seat}@example.org")
    (mail,) = asked(setting_up, seat, "resend")
    assert kinds([mail]) == ["report"]
    assert mail["Subject"].split(" - by ")[0] == report["Subject"].split(" - by ")[0]
    assert "kept" in flat(mail)
    setting_up.answer(mail, "place army in India")
    setting_up.cycle(minutes=1)
    assert "india" in setting_up.session().view(None)["units"][seat]


def test_a_resent_report_tells_the_same_deadline(setting_up):
    seat = waiting(setting_up)
    report = setting_up.last(f"{seat}@example.org")
    setting_up.cycle(hours=5)
    (mail,) = asked(setting_up, seat, "resend")
    by = report["Subject"].split(" - by ")[1].split(" [")[0]
    assert by in mail["Subject"]


def test_what_was_resent_is_no_news_in_the_next_report(setting_up):
    first = waiting(setting_up)
    asked(setting_up, first, "resend")
    setting_up.order(first, "place army in India")
    setting_up.cycle(minutes=1)
    (receipt,) = [
        m for m in to(setting_up.box, f"{first}@example.org") if kinds([m]) == ["receipt"]
    ][-1:]
    assert "kept" not in flat(receipt)


@pytest.mark.parametrize("text", ["status\nhelp", "help\nstatus", "status\nhelp\nstatus"])
def test_several_requests_are_answered_each(setting_up, text):
    mails = asked(setting_up, SEATS[0], text)
    assert set(kinds(mails)) == {"status", "help"}


def test_a_mail_without_anything_in_it_is_answered_with_how_things_stand(setting_up):
    assert kinds(asked(setting_up, SEATS[0], "-- \nsent by nobody")) == ["status"]


def test_help_with_armies_is_an_order_and_no_cry_for_help(setting_up):
    (mail,) = asked(setting_up, SEATS[0], "help with 2 armies")
    assert kinds([mail]) == ["receipt"]


def test_resend_sends_the_final_report_again(empires):
    empires.command(stand_in.by_host, key="blue", back=False)
    while empires.game().status != "over":
        if "red" in (session := empires.session()).waiting():
            kind = session.questions["red"].kind.name
            empires.order("red", session.game.words.say(kind, session.decision("red").default))
        empires.cycle(minutes=1)
    (first,) = [mail for mail in to(empires.box, "red@example.org") if kinds([mail]) == ["final"]]
    (again,) = asked(empires, "red", "resend")
    assert kinds([again]) == ["final"]
    assert flat(again) == flat(first)

    empires.limit("keep", sent_payloads=30)
    retention.tidy(empires.world, empires.now + timedelta(days=31))
    (later,) = asked(empires, "red", "resend")
    assert kinds([later]) == ["final"]
    assert empires.game().commitment in flat(later)


@pytest.mark.parametrize("how", ["cancelled", "over"])
def test_the_status_of_a_game_without_a_final_report_offers_none_again(setting_up, how):
    if how == "cancelled":
        setting_up.command(host_acts.cancel, because="a test")
    for seat, text in zip(SEATS, ["propose draw", *["vote yes"] * 3], strict=True):
        asked(setting_up, seat, text)
    (mail,) = asked(setting_up, "spain", "resend")
    assert setting_up.game().status == how
    assert kinds([mail]) == ["status"]
    assert "sends it again" not in flat(mail)


def test_status_of_another_game_tells_how_that_one_stands_for_who_has_a_seat_there(setting_up):
    setting_up.new("eaw1", rules="empires-of-the-ancient-world", seats=3)
    setting_up.join("spain@example.org", name="eaw1")
    setting_up.order("spain", "status")
    tagged = to(setting_up.cycle(minutes=1), "spain@example.org")[-1]
    assert tagged["Subject"].startswith("[eaw1]")
    setting_up.answer(tagged, "status of soe1")
    (mail,) = setting_up.cycle(minutes=1)
    assert mail["Subject"].startswith("[soe1]")
    assert "Waiting for" in flat(mail)


def test_status_of_a_game_in_which_its_writer_has_no_seat_says_so(setting_up):
    setting_up.new("eaw1", rules="empires-of-the-ancient-world", seats=3)
    (mail,) = asked(setting_up, "spain", "status of eaw1")
    assert mail["Subject"].startswith("[soe1]")
    assert "You have no seat in eaw1; you play in soe1." in flat(mail)
    (mail,) = asked(setting_up, "spain", "status of soe1")
    assert kinds([mail]) == ["status"]
