"""Sample mails, composed in German: nothing goes wrong where their words are put together."""

import re

import pytest

from engine.struggle_of_empires import GAME
from tests.pbem.reports.digest_samples import DIGESTS
from tests.pbem.reports.languages.faults import ANY, faults
from tests.pbem.reports.sampled import compose
from tests.pbem.reports.samples import MAILS

NO_SENTENCES = re.compile(r"^( |#|\||>|-).*$", re.MULTILINE)
"""Tables, orders and what players write."""
ENGLISH = re.compile(r"Struggle of Empires|\b(reply( all)?|Antwort( an alle)?):")
"""A title, and what a line of press begins with."""
HELP = [name for name in MAILS if "help" in name]
"""Topics and forms of orders have English words only, so far."""
ALL_GERMAN = ["report", "started", "final", "reminder", "report to the public", "takeover"]


def sentences(mail):
    """The running text of a mail, a paragraph a line."""
    text = NO_SENTENCES.sub("", mail.text)
    paragraphs = [mail.subject, *(" ".join(part.split()) for part in text.split("\n\n"))]
    return [ENGLISH.sub("X", paragraph) for paragraph in paragraphs]


def german(payload):
    return compose({**payload, "language": "de"}, GAME.words)


@pytest.mark.parametrize("name", [name for name in MAILS if name not in HELP])
def test_a_mail_in_german_is_put_together_without_a_fault(name):
    said = [(part, faults(part, "de")) for part in sentences(german(MAILS[name]))]
    assert [(part, found) for part, found in said if set(found) & set(ANY)] == []


@pytest.mark.parametrize("name", [name for name in ALL_GERMAN if name in MAILS])
def test_a_report_in_german_has_no_english_sentence(name):
    assert [
        part for part in sentences(german(MAILS[name])) if "English" in faults(part, "de")
    ] == []


def test_a_digest_is_in_one_language():
    for payload in DIGESTS.values():
        assert "WHAT HAPPENED" not in german(payload).text


def test_who_is_named_without_a_name_is_declined():
    assert "An den Verfasser der anonymen Nachricht" in german(MAILS["press receipt"]).text
