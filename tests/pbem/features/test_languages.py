"""In which language a mail is: its reader's, that of public reports, that of the game."""

import pytest

from pbem.features.host import rulings
from pbem.features.spectators import subscribers
from pbem.inbox.hosts_commands import HOST_COMMANDS
from pbem.inbox.reading import hosts_grammar
from pbem.reports.composers.host import FORMS, VERBS
from pbem.reports.composers.words import Words
from pbem.reports.languages.language import codes
from pbem.reports.mails import HostMail
from pbem.store import tables as t
from tests.house import HOST, flat, text_of, to

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


def test_a_german_host_is_told_german_commands_that_are_read(setting_up):
    speak(setting_up, "de")
    setting_up.mail(HOST, "Hilfe", subject="soe1")
    (told,) = setting_up.cycle(minutes=1)
    assert {"verlängere um 2 Tage", "ersetze PLATZ durch ADRESSE"} <= set(lines_of(told))
    assert "SEAT" not in text_of(told)
    setting_up.answer(told, "verlängere um 2 Tage")
    (receipt,) = to(setting_up.cycle(minutes=1), HOST)
    assert "Gastgeber: Verlängerung erledigt" in receipt["Subject"]


@pytest.mark.parametrize("code", codes())
def test_each_command_of_the_host_is_read_in_each_language_as_it_is_told(code):
    say = Words(HostMail(subject="", lines=[], language=code), None).plain
    holes = {"SEAT": "Spain", "PLATZ": "Spanien", "ADDRESS": "a@example.org", "LINE": "12"}
    holes |= {"ADRESSE": "a@example.org", "NUMMER": "12", "...": "x"}
    assert {spec.verb for spec in HOST_COMMANDS} <= set(VERBS)
    for spec in (spec for spec in HOST_COMMANDS if spec.pattern):
        for form in spec.forms:
            written = say(FORMS[form])
            for hole, filled in holes.items():
                written = written.replace(hole, filled)
            act = hosts_grammar.act_in(written)
            assert act is not None, written
            assert act.verb == spec.verb


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("pausiere, weil wir im Urlaub sind", "angehalten, weil wir im Urlaub sind."),
        ("pausiere wegen Urlaub", "angehalten: wegen Urlaub."),
        ("pausiere, denn wir sind im Urlaub", "angehalten: wir sind im Urlaub."),
        ("pause because we are on holiday", "angehalten: we are on holiday."),
    ],
)
def test_the_reason_for_a_pause_is_told_as_a_sentence(setting_up, said, told):
    speak(setting_up, "de")
    assert told in story_of(setting_up, said)


def test_a_reason_in_english_is_told_as_a_sentence(setting_up):
    told = story_of(setting_up, "pause because of the holidays")
    assert "has paused the game because of the holidays." in told


def story_of(house, said):
    """What is told later of a command of the host."""
    house.mail(HOST, "status", subject="soe1")
    (told,) = house.cycle(minutes=1)
    house.answer(told, said)
    house.cycle(minutes=1)
    return " ".join(flat(mail) for mail in house.place("britain"))


def lines_of(mail):
    """The lines of a mail, without their indentation."""
    return [line.strip() for line in text_of(mail).splitlines()]
