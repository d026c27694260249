"""Days that are reckoned from the day on which a player writes."""

from datetime import date

import pytest

from pbem.inbox.reading import days_from_now
from pbem.reports.languages.english import shared_said
from pbem.settings.dates import NotDates, Span

TUESDAY, SATURDAY = date(2026, 12, 1), date(2026, 12, 5)
READ = {
    "I am away next week": "12-07 12-13",
    "Ich bin nächste Woche weg": "12-07 12-13",
    "I'm travelling the week after next": "12-14 12-20",
    "Ich bin die ganze Woche weg": "12-01 12-06",
    "bis Freitag bin ich weg": "12-01 12-04",
    "from tomorrow till Sunday I'm away": "12-02 12-06",
    "Ich bin ab morgen bis Sonntag im Urlaub": "12-02 12-06",
    "I'm away from 3 December until Sunday": "12-03 12-06",
    "I'm away until Friday, 11 December": "12-01 12-11",
    "I'm away from Friday, 11 December to Monday, 14 December": "12-11 12-14",
    "I'm away from Monday to Friday": "12-07 12-11",
    "We are on vacation from Sat to Wed": "12-05 12-09",
    "I'm away until Wednesday next week": "12-01 12-09",
    "Ich bin nächste Woche Montag bis Mittwoch unterwegs": "12-07 12-09",
    "I'm away for two weeks": "12-01 12-15",
    "Ich bin die nächsten zwei Wochen weg": "12-01 12-15",
    "I am on holiday from Monday for a week": "12-07 12-13",
    "In two weeks I'm on holiday for three days": "12-15 12-17",
    "Bin ab übermorgen für 5 Tage offline": "12-03 12-07",
    "übers Wochenende bin ich weg": "12-05 12-06",
    "I'm away on Friday": "12-04 12-04",
    "Ich bin heute und morgen nicht da": "12-01 12-02",
    "I'm away tomorrow and on Thursday": "12-02 12-03",
    "I'm away until the end of the week": "12-01 12-06",
    "Ich bin bis Ende nächster Woche im Urlaub": "12-01 12-13",
    "I'm away until the end of the month": "12-01 12-31",
    "I'm away today, back on Friday": "12-01 12-03",
    "I'm away until Thursday. I'll be back on Friday": "12-01 12-03",
    "Ich bin weg, am Montag wieder da": "12-01 12-06",
    "I'm away, back on 5 December": "12-01 12-04",
}
UNCLEAR = {
    "I'm away next weekend": "may mean 2026-12-05 or 2026-12-12",
    "Ich bin bis nächsten Freitag weg": "may mean 2026-12-04 or 2026-12-11",
    "I'm away in two weeks": "from 2026-12-15, but until when?",
    "Ich bin ab morgen weg": "from 2026-12-02, but until when?",
    "I'm away now": "from 2026-12-01, but until when?",
    "I'm away until Friday or Saturday": "is not clear",
    "I'm away tomorrow and on Friday": "is not clear",
    "I'm away since Monday": "is not clear",
    "I'm away every Friday": "is not clear",
    "Ich bin bis nach dem Wochenende weg": "is not clear",
    "I'm away for the next week": "is not clear",
    "I'm away one day next week": "is not clear",
    "I'm away until 6 pm on Friday": "is not clear",
    "I'm away until Friday, back on Tuesday": "is not clear",
    "I'm on holiday last week": "is not clear",
}
NOT_READ = [
    "I'll be away for a while",
    "Ich bin krank",
    "I'm away a few days",
    "I'm on holiday over Christmas",
    "I'm on vacation in the sun",
    "I'm away until 12 May",
    "Ich bin vom 20. bis 27. Dezember weg",
]


@pytest.mark.parametrize("text", READ)
def test_days_are_reckoned_from_today(text: str) -> None:
    first, last = (date.fromisoformat(f"2026-{day}") for day in READ[text].split())
    assert days_from_now.span(text, TUESDAY) == Span(first, last)


@pytest.mark.parametrize("text", UNCLEAR)
def test_what_may_mean_two_things_is_asked_about(text: str) -> None:
    with pytest.raises(NotDates) as told:
        days_from_now.span(text, TUESDAY)
    assert UNCLEAR[text] in shared_said(told.value.message)


@pytest.mark.parametrize("text", NOT_READ)
def test_what_is_not_reckoned_from_today_is_left_to_others(text: str) -> None:
    assert days_from_now.span(text, TUESDAY) is None


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("I'm away next weekend", 12, 13),
        ("I'm away this weekend", 5, 6),
        ("I'm away next Friday", 11, 11),
        ("I'm away until Saturday", 5, 12),
        ("I'm away next week", 7, 13),
    ],
)
def test_at_the_weekend_the_next_days_are_those_of_the_week_to_come(
    text: str, first: int, last: int
) -> None:
    meant = Span(date(2026, 12, first), date(2026, 12, last))
    assert days_from_now.span(text, SATURDAY) == meant
