"""A pace as a host writes it, and as it is said."""

from __future__ import annotations

from datetime import date
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.reports.languages.english import shared_said
from pbem.settings.pacing import (
    ALL_DAYS,
    WORKING_DAYS,
    Bank,
    NotAPace,
    Pace,
    changed,
    restored,
    said,
    stored,
    zone_named,
)
from tests.wording import worded


def read(**settings: str) -> Pace:
    return changed(Pace(), settings)


@pytest.mark.parametrize(
    ("settings", "pace"),
    [
        ({"time": "48h"}, Pace(length=48)),
        ({"time": "36 hours"}, Pace(length=36)),
        ({"time": "2d"}, Pace(length=2, unit="days")),
        ({"time": "2 days"}, Pace(length=2, unit="days")),
        ({"time": "3 working days"}, Pace(length=3, unit="days", weekdays=WORKING_DAYS)),
        (
            {"time": "3 working days", "days": "mon-sat"},
            Pace(length=3, unit="days", weekdays=(0, 1, 2, 3, 4, 5)),
        ),
        ({"bank": "72h +24h max 120h"}, Pace(bank=Bank(72, 24, 120))),
        ({"bank": "3 days + 1 day, at most 5 days"}, Pace(bank=Bank(72, 24, 120))),
        ({"bank": "72h+12h"}, Pace(bank=Bank(72, 12, 72))),
        ({"bank": "none"}, Pace()),
        ({"days": "Mon-Fri"}, Pace(weekdays=WORKING_DAYS)),
        ({"days": "mon, wed, sunday"}, Pace(weekdays=(0, 2, 6))),
        ({"days": "fri-mon"}, Pace(weekdays=(0, 4, 5, 6))),
        ({"days": "all"}, Pace()),
        ({"hours": "8-22"}, Pace(between=(8, 22))),
        ({"hours": "8:00 to 22:00"}, Pace(between=(8, 22))),
        ({"hours": "20"}, Pace(between=(20, 20))),
        ({"hours": "any"}, Pace()),
        ({"hours": "0-24"}, Pace()),
        ({"grace": "12h"}, Pace(grace=12)),
        ({"grace": "1 day"}, Pace(grace=24)),
        ({"grace": "none"}, Pace()),
        ({"reminders": "75, 50,12"}, Pace(reminders=(75, 50, 12))),
        ({"reminders": "none"}, Pace(reminders=())),
        ({"zone": "europe/berlin"}, Pace(zone="Europe/Berlin")),
        ({"zone": "New York"}, Pace(zone="America/New_York")),
        ({"zone": "utc"}, Pace()),
        ({"blackout": "2026-12-24"}, Pace(blackout=((date(2026, 12, 24), date(2026, 12, 24)),))),
        (
            {"blackout": "2026-12-31 .. 2027-01-01, 2026-12-24 to 2026-12-26"},
            Pace(
                blackout=(
                    (date(2026, 12, 24), date(2026, 12, 26)),
                    (date(2026, 12, 31), date(2027, 1, 1)),
                )
            ),
        ),
    ],
)
def test_a_setting_is_read(settings: dict[str, str], pace: Pace) -> None:
    assert read(**settings) == pace


@pytest.mark.parametrize(
    ("settings", "how"),
    [
        ({"time": "soon"}, "'soon' is not a pace: write 48h, 2 days or 3 working days"),
        ({"time": "0h"}, "48h"),
        ({"time": "9999 days"}, "48h"),
        ({"bank": "72h"}, "write it like 72h +24h max 120h"),
        ({"bank": "72h +24h max 48h"}, "no less than either"),
        ({"bank": "72h +0h"}, "grow by an hour"),
        ({"days": "m-f"}, "write mon-fri"),
        ({"days": "mon-wed-fri"}, "write mon-fri"),
        ({"hours": "22-8"}, "write 8-22"),
        ({"hours": "25"}, "write 8-22"),
        ({"grace": "a bit"}, "write it like 12h"),
        ({"reminders": "12, 50"}, "the greatest first"),
        ({"reminders": "half"}, "the greatest first"),
        ({"zone": "Middle/Earth"}, "write one like"),
        ({"zone": "Europe/Berln"}, "like Europe/Berlin"),
        ({"blackout": "24.12."}, "write 2026-12-24"),
        ({"blackout": "2026-12-27..2026-12-24"}, "should follow"),
        ({"blackout": "2026-01-01..2036-01-01"}, "within a year"),
    ],
)
def test_what_is_no_setting_is_told_how_to_be_written(settings: dict[str, str], how: str) -> None:
    with pytest.raises(NotAPace, match=how.replace("+", r"\+")):
        read(**settings)


def test_days_off_are_added_until_they_are_forgotten() -> None:
    first = read(blackout="2026-12-24")
    both = changed(first, {"blackout": "2027-04-02"})
    assert [span[0].year for span in both.blackout] == [2026, 2027]
    assert changed(both, {"blackout": "none"}).blackout == ()
    assert changed(both, {"blackout": "none, 2028-01-01"}).blackout[0][0].year == 2028


def test_a_fixed_time_ends_a_bank() -> None:
    banked = read(bank="72h +24h")
    assert changed(banked, {"time": "48h"}) == Pace()
    assert changed(banked, {"grace": "12h"}).bank == Bank(72, 24, 72)


@pytest.mark.parametrize(
    ("pace", "lines"),
    [
        (Pace(), ["48 hours for an answer"]),
        (Pace(length=1, unit="days"), ["1 day for an answer"]),
        (
            read(time="3 working days", hours="8-22", zone="Europe/Berlin", grace="12h"),
            [
                "3 working days for an answer",
                "Time counts on Monday to Friday, by the clock of Europe/Berlin",
                "Deadlines fall between 8:00 and 22:00 (Europe/Berlin), by each player's own clock"
                " if it is known",
                "Orders up to 12 hours late still count, and all players are told whose orders"
                " were late",
            ],
        ),
        (
            read(bank="72h +24h max 120h", days="mon,thu", blackout="2026-12-24..2026-12-27"),
            [
                "72 hours for all answers together, and 24 hours more with each, up to 120 hours",
                "Time counts on Monday and Thursday but 2026-12-24 to 2026-12-27, by the clock of"
                " UTC",
            ],
        ),
    ],
)
def test_a_pace_is_said_in_words(pace: Pace, lines: list[str]) -> None:
    assert list(map(worded, said(pace))) == lines


@given(
    st.integers(1, 99),
    st.sampled_from(["hours", "days"]),
    st.sets(st.sampled_from(ALL_DAYS), min_size=1),
    st.lists(st.tuples(st.dates(), st.dates()), max_size=3),
)
def test_what_is_stored_comes_back(
    length: int, unit: Literal["hours", "days"], days: set[int], spans: list[tuple[date, date]]
) -> None:
    pace = Pace(
        length=length, unit=unit, weekdays=tuple(sorted(days)), blackout=tuple(spans), grace=12
    )
    assert restored(stored(pace)) == pace


def test_a_zone_is_told_even_if_only_times_are_said_by_it() -> None:
    (_, told) = said(read(time="48h", zone="Berlin"))
    assert "Europe/Berlin" in shared_said(told)
    assert len(said(read(time="48h", hours="8-22", zone="Berlin"))) == 2
    assert len(said(read(time="48h"))) == 1


def test_a_zone_may_be_named_by_its_city() -> None:
    assert zone_named("madrid") == "Europe/Madrid"
