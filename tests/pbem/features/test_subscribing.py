"""Spectators by mail: what mail scripts do not show."""

from sqlmodel import select

from pbem.features.spectators import subscribers
from pbem.store import tables as t
from tests.house import HOST, PLAYERS, flat, kinds, to

READER = "reader@example.net"


def subscribed(house, address=READER, form=""):
    """Somebody subscribes and confirms; the last mail that he got."""
    house.mail(address, f"subscribe soe1{form}")
    (asked,) = house.cycle(minutes=1)
    house.answer(asked, "yes")
    (told,) = house.cycle(minutes=1)
    return told


def report(house):
    """The next public report."""
    sent = house.place(house.session().waiting()[0], number=1)
    return to(sent, READER)


def test_a_report_names_the_way_out_in_its_header(setting_up):
    subscribed(setting_up)
    (mail,) = report(setting_up)
    way = mail["List-Unsubscribe"]
    assert way.startswith("<mailto:games+soe1-readerx")
    assert way.endswith("@example.org?subject=unsubscribe%20soe1>")
    assert mail["Reply-To"] is None
    assert [player for player in PLAYERS if player in mail.as_string()] == []


def test_what_the_header_asks_for_ends_it_from_whatever_address(setting_up):
    house = setting_up
    subscribed(house)
    (mail,) = report(house)
    address, _, subject = mail["List-Unsubscribe"].strip("<>").partition("?subject=")
    to_ = address.removeprefix("mailto:")
    house.mail("alias@example.net", "", subject=subject.replace("%20", " "), to=to_)
    (told,) = house.cycle(minutes=1)
    assert (told["To"], kinds([told])) == (READER, ["subscription"])
    assert report(house) == []


LIST = "friends@lists.example"


def clicks(house, report, sender, **headers):
    """A mail program sends what the header of a report asks for."""
    address, _, subject = report["List-Unsubscribe"].strip("<>").partition("?subject=")
    to_ = address.removeprefix("mailto:")
    house.mail(sender, "", subject=subject.replace("%20", " "), to=to_, **headers)
    return house.cycle(minutes=1)


def list_report(house):
    house.command(subscribers.subscribe, address=LIST)
    return to(house.place(house.session().waiting()[0], number=1), LIST)[0]


def test_a_reader_of_a_list_cannot_end_the_reports_for_all(setting_up):
    house = setting_up
    told = clicks(house, list_report(house), "member@example.net")
    (asked,) = to(told, HOST)
    assert "member@example.net wants the public reports of soe1" in flat(asked)
    assert f"pbem subscribe soe1 {LIST} --end" in flat(asked)
    (answer,) = to(told, "member@example.net")
    assert "The host has been asked" in flat(answer)
    assert [row.address for row in house.rows(t.Subscriber)] == [LIST]
    again = clicks(house, list_report(house), "other@example.net")
    assert to(again, HOST) == []


def test_nor_can_what_a_machine_of_a_reader_sends(setting_up):
    house = setting_up
    told = clicks(house, list_report(house), "member@example.net", Auto_Submitted="auto-generated")
    assert [mail["To"] for mail in told] == [HOST]
    assert [row.address for row in house.rows(t.Subscriber)] == [LIST]


def test_the_address_of_a_list_itself_can_end_them(setting_up):
    house = setting_up
    (told,) = clicks(house, list_report(house), LIST)
    assert (told["To"], kinds([told])) == (LIST, ["subscription"])
    assert house.rows(t.Subscriber) == []


def test_what_came_through_a_list_ends_nothing(setting_up):
    """Also where the address had said yes itself."""
    house = setting_up
    subscribed(house)
    (mail,) = report(house)
    told = clicks(house, mail, READER, List_Id="<friends.lists.example>")
    assert [mail["To"] for mail in told] == [HOST]
    assert [row.address for row in house.rows(t.Subscriber)] == [READER]


def test_players_mails_have_no_way_out(setting_up):
    assert setting_up.last(PLAYERS[0])["List-Unsubscribe"] is None


def test_a_forged_tag_of_a_reader_neither_begins_nor_ends_anything(setting_up):
    house = setting_up
    house.mail(READER, "subscribe soe1")
    house.cycle(minutes=1)
    forged = "games+soe1-reader1-w2-aaaaaaaaaa@example.org"
    house.mail(READER, "yes", to=forged)
    assert house.cycle(minutes=1) == []
    assert [row.format for row in house.rows(t.Subscriber)] == [""]
    house.command(subscribers.subscribe, address=READER)
    house.mail("enemy@example.net", "unsubscribe", to=forged)
    house.cycle(minutes=1)
    assert [row.format for row in house.rows(t.Subscriber)] == ["mail"]


def test_who_has_not_confirmed_is_offered_no_seat(setting_up):
    house = setting_up
    house.mail(READER, "subscribe soe1")
    house.cycle(minutes=1)
    house.order("spain", "resign")
    house.cycle(minutes=1)
    house.order("spain", "yes")
    sent = house.cycle(minutes=1)
    assert to(sent, READER) == []


def test_who_has_is_offered_a_vacant_seat(setting_up):
    house = setting_up
    subscribed(house)
    house.order("spain", "resign")
    house.cycle(minutes=1)
    house.order("spain", "yes")
    assert "takeover" in kinds(to(house.cycle(minutes=1), READER))


def test_another_format_is_confirmed_again_and_the_old_one_stays_until_then(setting_up):
    house = setting_up
    subscribed(house)
    house.mail(READER, "subscribe soe1 as markdown")
    (asked,) = house.cycle(minutes=1)
    assert [row.format for row in house.rows(t.Subscriber)] == ["mail"]
    house.answer(asked, "yes")
    house.cycle(minutes=1)
    assert [row.format for row in house.rows(t.Subscriber)] == ["markdown"]


def test_a_stranger_is_answered_only_so_often(setting_up):
    house = setting_up
    answered = 0
    for _ in range(10):
        house.mail(READER, "subscribe soe1")
        answered += len(house.cycle(minutes=1))
    assert answered == house.world.config.limits.answers_a_day


def test_a_reader_asks_for_help_in_an_answer(setting_up):
    told = subscribed(setting_up)
    setting_up.answer(told, "help")
    assert kinds(setting_up.cycle(minutes=1)) == ["help"]


def test_a_reader_of_two_games_says_of_which_they_want_the_history(setting_up):
    house = setting_up
    house.begin("soe2")
    subscribed(house)
    house.command(subscribers.subscribe, name="soe2", address=READER)
    house.mail(READER, "history 1", subject="hello")
    assert house.cycle(minutes=1) == []
    house.mail(READER, "history soe2 1", subject="hello")
    (told,) = house.cycle(minutes=1)
    assert told["Subject"].startswith("[soe2] History")
    assert "WINDOW 1" in flat(told)


def test_the_reports_come_in_the_language_that_was_asked_for(setting_up):
    told = subscribed(setting_up, form=" as markdown language de")
    assert "Du bekommst" in flat(told)
    with setting_up.world.store.reading() as db:
        (row,) = db.exec(select(t.Subscriber)).all()
    assert (row.format, row.language) == ("markdown", "de")


def test_german_words_ask_for_them_too(setting_up):
    house = setting_up
    house.mail(READER, "abonniere soe1 auf Deutsch")
    (asked,) = house.cycle(minutes=1)
    assert "Antworte auf diese Mail mit »ja«" in flat(asked)
    house.answer(asked, "ja")
    assert "als Mail mit der Karte" in flat(house.cycle(minutes=1)[0])
