import pytest

from pbem.reports.languages.gallery import left_over, messages_of, without_form
from pbem.reports.languages.language import ENGLISH, texts_of
from pbem.reports.languages.phrases import slots_of
from tests.pbem.reports.languages.faults import faults
from tests.pbem.reports.languages.galleries import GALLERIES, file_of, lines, printed

OTHERS = [(code, game) for code, game in GALLERIES if code != ENGLISH]


def _slots(said):
    return {slot.name for slot in slots_of(said)}


@pytest.mark.parametrize(("code", "game"), GALLERIES)
def test_nothing_is_wrong_where_words_are_put_together(code, game):
    wrong = [(id, line, found) for id, line in lines(code, game) if (found := faults(line, code))]
    assert wrong == []


@pytest.mark.parametrize(("code", "game"), GALLERIES)
def test_a_gallery_reads_as_it_was_read_last(code, game):
    assert printed(code, game) == file_of(code, game).read_text("utf-8")


@pytest.mark.parametrize(("code", "game"), OTHERS)
def test_a_language_says_nothing_that_english_does_not_say(code, game):
    assert left_over(texts_of(code, game)) == []


@pytest.mark.parametrize(("code", "game"), OTHERS)
def test_a_message_has_the_slots_of_the_english_one_and_no_other(code, game):
    texts, english = texts_of(code, game), texts_of(ENGLISH, game).messages
    strange = {
        id: sorted(more)
        for id, said in messages_of(texts).items()
        if (more := _slots(said) - _slots(english[without_form(id)]) - {"who"})
    }
    assert strange == {}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Spanien baute  eine Armee.", "two spaces"),
        ("Spanien baute eine Armee .", "a space before a mark"),
        ("Spanien griff die die Piraten an.", "two articles"),
        ("Spanien zog in in Indien ein.", "two prepositions"),
        ("Spanien bauteeine Armee,die sank.", "no space behind a mark"),
        ("SpanienBaut", "words run together"),
        ("Spanien baute in \ue0ffIndien\ue0ffeine Armee.", "a word run into a slot"),
        ("Spanien hat 1 Armeen.", "a plural of one"),
        ("Spanien kam mit die Marine.", "no dative"),
        ("Spanien zahlte für der Armee.", "no accusative"),
        ("Wegen dem Krieg bleibt es dabei.", "no genitive"),
    ],
)
def test_a_fault_in_a_line_is_found(line, fault):
    assert fault in faults(line, "de")


@pytest.mark.parametrize(
    "line",
    [
        "den Marker, den die Piraten hielten",
        "Es ist 21:00 Uhr.",
        "3 Armeen: 2 + 3 = 5 (z.B.)",
        "der \ue0ffbritisch\ue0ffe Marker; \ue0ff2\ue0ffA",
    ],
)
def test_a_sound_line_has_no_fault(line):
    assert faults(line, "de") == []
