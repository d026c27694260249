"""Times in words, in the reader's zone with UTC beside it."""

from __future__ import annotations

import pytest

from pbem.reports import times
from pbem.reports.languages.language import ENGLISH, Language, texts_of


@pytest.mark.parametrize(
    ("time", "zone", "said"),
    [
        (
            "2026-12-03T20:00:00Z",
            "Europe/Madrid",
            "Thursday 3 December, 21:00 your time (20:00 UTC)",
        ),
        ("2026-12-03T20:00:00+00:00", "", "Thursday 3 December, 20:00 UTC"),
        ("2026-12-03T22:00:00+02:00", "UTC", "Thursday 3 December, 20:00 UTC"),
        ("2026-07-03T20:00:00Z", "Europe/Madrid", "Friday 3 July, 22:00 your time (20:00 UTC)"),
        (
            "2026-12-03T23:30:00Z",
            "Asia/Tokyo",
            "Friday 4 December, 08:30 your time (Thursday 23:30 UTC)",
        ),
        ("2026-12-03T20:00:00Z", "No/Such_Zone", "Thursday 3 December, 20:00 UTC"),
        ("2026-12-03T20:00:00Z", "../../etc/passwd", "Thursday 3 December, 20:00 UTC"),
    ],
)
def test_a_deadline_is_told_in_full(time: str, zone: str, said: str) -> None:
    assert times.long(time, zone) == said


def test_a_subject_has_it_short() -> None:
    assert times.short("2026-12-03T20:00:00Z", "Europe/Madrid") == "Thu 3 Dec 21:00"
    assert times.short("2026-12-03T20:00:00Z") == "Thu 3 Dec 20:00 UTC"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (172_800, "2 days"),
        (108_000, "1 day 6 hours"),
        (5_400, "1 hour 30 minutes"),
        (2_400, "40 minutes"),
        (20, "less than a minute"),
    ],
)
def test_a_length_of_time_is_told_in_its_largest_units(seconds: int, said: str) -> None:
    assert Language(texts_of(ENGLISH)).span(seconds) == said


def test_a_time_without_its_offset_is_refused() -> None:
    with pytest.raises(ValueError, match="offset"):
        times.moment("2026-12-03T20:00:00")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.4, "0 s"), (119, "119 s"), (180, "3 minutes"), (7_199, "119 minutes"), (200_000, "2 days")],
)
def test_how_long_something_lasts_is_told_in_the_largest_unit_of_which_there_are_two(seconds, said):
    assert times.lasting(seconds) == said
