"""Commands in German: they are read as the English ones, and no order or English line is one."""

import re
from dataclasses import replace
from datetime import date

import pytest

from pbem.inbox.players_commands import COMMANDS
from pbem.inbox.reading.other_languages import _rows, in_english
from pbem.inbox.reading.press_blocks import cut_in_paragraphs, head_in
from pbem.inbox.reading.requests import command_in, read
from pbem.reports.languages.language import ENGLISH, codes
from pbem.resources import templates
from pbem.settings.dates import span

SAID = {
    "Hilfe": "help",
    "Hilfe zu Kampf": "help Kampf",
    "Hilfe Kampf": "help Kampf",
    "Hilfe: Kampf": "help Kampf",
    "hilfe diplomatie bitte": "help diplomatie",
    "Bitte Hilfe zu Großmächten": "help Großmächten",
    "Sprache de": "language de",
    "rückgängig": "undo",
    "Rueckgaengig machen": "undo",
    "abwesend vom 3. Mai bis 12. Mai": "away from 3. May to 12. May",
    "abwesend bis 12. Dezember: Dauerbefehle": "away to 12. December: standing orders",
    "Ich bin wieder da": "back",
    "Bericht": "resend",
    "Bericht mit Karte bitte": "resend with map",
    "Spielstand": "status",
    "Befehle?": "orders?",
    "Verlauf Runde 2": "history round 2",
    "Vorschau:": "preview",
    "alle Befehle löschen": "clear",
    "weiter": "go on",
    "ja, bitte": "yes",
    "nein danke": "no",
    "Nummer 2": "2",
    "mitmachen soe1 als Spanien": "join soe1 as Spanien",
    "mache mit bei soe1": "join soe1",
    "stimme dagegen": "vote no",
    "Zeitzone Europe/Berlin": "zone Europe/Berlin",
    "nur mein Zug": "only my turn",
    "ohne Karte": "no map",
    "Tagebuch?": "diary?",
    "beantrage Remis": "propose draw",
    "beantrage 2 Tage mehr": "propose extend 2 days",
    "Wir brauchen mehr Zeit: beantrage 2 Tage mehr": "propose extend 2 days",
    "Ich brauche etwas mehr Zeit, ich beantrage drei Stunden mehr": "propose extend 3 hours",
    "Ich beantrage einen Tag mehr Zeit": "propose extend 1 days",
    "Wir beantragen drei Stunden mehr": "propose extend 3 hours",
    "beantrage 2 Tage mehr, weil wir zu zweit sind": (
        "propose extend 2 days because: weil wir zu zweit sind"
    ),
    "beantrage ein Ende, da alles klar ist": "propose end because: da alles klar ist",
    "beantrage Ersatz für Spanien wegen Urlaub": "propose replace Spanien because: wegen Urlaub",
    "nimm die letzte Zeile zurück": "undo",
    "beantrage Ersatz für Spanien": "propose replace Spanien",
    "ziehe Antrag zurück": "withdraw proposal",
    "stimme ja bei 3": "vote yes on 3",
    "Warteliste soe1": "wait for soe1",
    "abonniere soe1 als bbcode auf Deutsch": "subscribe soe1 as bbcode in Deutsch",
    "abbestellen soe1": "unsubscribe soe1",
    "Formular aus": "form off",
    "Tagesmail um 7": "digest at 7",
    "Karte an": "map on",
    "neue Kennung, bitte": "new token",
}


@pytest.mark.parametrize("german", SAID)
def test_a_command_in_german_is_read_as_the_english_one(german: str) -> None:
    found, wanted = command_in(german), command_in(SAID[german])
    assert found is not None
    assert wanted is not None
    assert found == replace(wanted, text=found.text)
    assert found.text in (german.rstrip("."), wanted.text)


@pytest.mark.parametrize("line", ["help with all armies", "stand", "die Armee", "Weg frei", "Bern"])
def test_other_lines_stay_as_they_are(line: str) -> None:
    assert in_english(line) == line


def test_each_line_of_the_table_stands_for_a_command() -> None:
    verbs = {verb.partition(" ")[0].rstrip("?") for verb in COMMANDS}
    besides = {"language", "text", "map", "only", "all", "anonymous", "end", "\\1", "no", "zone"}
    besides |= {"html", "form", "digest", "take"}
    for row in _rows():
        first = re.split(r"[ :?]", row.means)[0]
        assert first in verbs | besides, row.means


def test_the_days_of_an_absence_may_be_written_in_german() -> None:
    said = command_in("abwesend vom 3. bis 12. Mai: Vertretung")
    assert said is not None
    assert said.away is not None
    days = span(said.away.partition(":")[0], date(2027, 4, 1))
    assert (days.first, days.last) == (date(2027, 5, 3), date(2027, 5, 12))


def test_the_last_full_stop_of_a_date_may_be_missing() -> None:
    assert span("to 12.5", date(2027, 4, 1)).last == date(2027, 5, 12)


@pytest.mark.parametrize("end", ["Ende der Nachricht", "ende Nachricht", "Nachricht Ende"])
def test_press_may_have_a_german_head_and_end(end: str) -> None:
    lines = ["Nachricht an Frankreich:", "baue Armee in Indien", end, "passe"]
    pieces, rest = cut_in_paragraphs(lines)
    assert [(piece.kind, piece.to, piece.lines) for piece in pieces] == [
        ("press", "Frankreich", ("baue Armee in Indien",))
    ]
    assert [line for line in rest if line] == ["passe"]
    assert head_in("Tagebuch:") is not None


def test_a_mail_may_hold_commands_of_both_languages() -> None:
    said = read(["Sprache de", "status", "Bericht mit Karte"])
    assert [command.verb for command in said.commands] == ["prefer", "status", "resend"]


QUOTED = re.compile(r"»([^«]*)«")
SLOT = re.compile(r"\{[^{}]*\}")


@pytest.mark.parametrize("file", ["mail", "commands", "engine"])
@pytest.mark.parametrize("code", [code for code in codes() if code != ENGLISH])
def test_no_message_of_a_language_tells_a_command_in_english(code: str, file: str) -> None:
    text = (templates() / "languages" / code / f"{file}.toml").read_text("utf-8")
    told = {SLOT.sub("soe1", each) for each in QUOTED.findall(re.sub(r"\s*\\\n", " ", text))}
    english = {each for each in told if in_english(each) == each}
    assert {each for each in english if command_in(each) or head_in(each)} == set()
