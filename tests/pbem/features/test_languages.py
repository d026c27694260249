"""In which language a mail is: its reader's, that of public reports, that of the game."""

from pbem.features.host import rulings
from pbem.features.spectators import subscribers
from pbem.store import tables as t
from tests.house import HOST, flat, to

BOARD = "board@forum.example"


def asked(house):
    """The reports of the next question, one to a player and one to the board."""
    seat = house.session().waiting()[0]
    mails = house.place(seat, number=1)
    return [mail for mail in mails if mail["To"] != BOARD], to(mails, BOARD)


def languages(mails):
    """The languages that mail programs are told, of these mails."""
    pages = [mail.get_body(("html",)).get_content() for mail in mails]
    return {page.partition('<html lang="')[2].partition('"')[0] for page in pages}


def speak(house, language):
    with house.world.store.transaction() as db:
        db.get_one(t.Game, 1).language = language


def test_mails_are_in_the_language_of_the_game(setting_up):
    speak(setting_up, "de")
    reports, _ = asked(setting_up)
    assert languages(reports) == {"de"}


def test_a_reader_who_prefers_another_gets_that(setting_up):
    speak(setting_up, "de")
    setting_up.order("britain", "language en")
    assert languages(setting_up.cycle(minutes=1)) == {"en"}


def test_the_settings_offer_the_other_language_than_the_one_that_is_read(setting_up):
    speak(setting_up, "de")
    setting_up.order("britain", "settings")
    (german,) = setting_up.cycle(minutes=1)
    assert "Sprache en" in flat(german)
    assert "Sprache de" not in flat(german)
    setting_up.order("britain", "Sprache en")
    (english,) = setting_up.cycle(minutes=1)
    assert "language de" in flat(english)


def test_public_reports_may_be_in_a_language_of_their_own(setting_up):
    setting_up.command(subscribers.subscribe, address=BOARD, language="de")
    reports, public = asked(setting_up)
    assert languages(reports) == {"en"}
    assert languages(public) == {"de"}


def test_of_a_ruling_only_the_reason_is_in_the_words_of_the_host(setting_up):
    speak(setting_up, "de")
    change = "set gold of Spain to 7"
    setting_up.command(rulings.rule, said=change, because="a tax was forgotten")
    told = flat(to(setting_up.cycle(minutes=1), "spain@example.org")[0])
    assert "der Gastgeber hat entschieden: setze Gold von Spanien auf 7." in told
    assert "Begründung: a tax was forgotten" in told


def test_a_german_host_reads_and_writes_changes_in_german(setting_up):
    speak(setting_up, "de")
    setting_up.mail(HOST, "rule: mehr Gold für alle", subject="soe1")
    (refused,) = setting_up.cycle(minutes=1)
    assert "setze Gold von MACHT auf N" in flat(refused)
    setting_up.answer(refused, "rule: setze Gold von Spanien auf 7 because a tax was forgotten")
    receipt = to(setting_up.cycle(minutes=1), HOST)[0]
    assert "mitgeteilt: setze Gold von Spanien auf 7." in flat(receipt)
    assert setting_up.session().state.gold["spain"] == 7
