"""Dates as people write them."""

from datetime import date

import pytest

from pbem.reports.languages.english import shared_said
from pbem.settings.dates import NotDates, Span, days, span

TODAY = date(2026, 12, 1)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("from 3 May to 12 May", "2027-05-03", "2027-05-12"),
        ("from May 3 to May 12", "2027-05-03", "2027-05-12"),
        ("3-12 May", "2027-05-03", "2027-05-12"),
        ("3 to 12 May 2027", "2027-05-03", "2027-05-12"),
        ("3rd-12th May", "2027-05-03", "2027-05-12"),
        ("3. - 12. May", "2027-05-03", "2027-05-12"),
        ("from the 3rd to the 12th of May", "2027-05-03", "2027-05-12"),
        ("May 3-12", "2027-05-03", "2027-05-12"),
        ("May 3rd until the 12th, 2027", "2027-05-03", "2027-05-12"),
        ("May 3 to 12 June", "2027-05-03", "2027-06-12"),
        ("December 5 to 2026-12-09", "2026-12-05", "2026-12-09"),
        ("from 3rd May until 12th of May", "2027-05-03", "2027-05-12"),
        ("2027-05-03 to 2027-05-12", "2027-05-03", "2027-05-12"),
        ("3.5. to 12.5.", "2027-05-03", "2027-05-12"),
        ("from 28 Dec to 3 Jan", "2026-12-28", "2027-01-03"),
        ("until 12 May", "2026-12-01", "2027-05-12"),
        ("until 1 December", "2026-12-01", "2026-12-01"),
        ("on 5 December", "2026-12-05", "2026-12-05"),
        ("from 30 Nov to 5 Dec", "2026-12-01", "2026-12-05"),
    ],
)
def test_days_are_read_and_are_the_next_to_come(text, first, last):
    assert span(text, TODAY) == Span(date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no date is given"),
        ("3 days", "I find no date"),
        ("from 3 May", "until when?"),
        ("from 12 May to 3 May", "is not shortly before"),
        ("from 31 February to 3 March", "there is no day"),
        ("until 29 Feb", "there is no day"),
        ("from 3 May 2020 to 5 May 2020", "2020-05-05 has passed"),
        ("from 1 May to 2 May to 3 May", "there are 3 dates"),
        ("until 3/5", "I find no date"),
        ("from 3/5 to 12 May", "is not clear"),
        ("until 12 May 18", "is not clear"),
        ("for 3 days until 12 May", "is not clear"),
        ("3.-12.5.", "is not clear"),
    ],
)
def test_what_is_no_date_or_unclear_is_told(text, reason):
    with pytest.raises(NotDates) as told:
        span(text, TODAY)
    assert reason in shared_said(told.value.message)


def test_both_ends_count():
    assert days(span("3-12 May", TODAY)) == 10
