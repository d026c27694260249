"""The bench of many mails: what it has measured is kept, and its table tells which aims are met."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.bench import bench_load
from tests.bench.load.apart import stopping
from tests.bench.load.results import Part, Size, keep, kept, table
from tests.bench.timing import Figure

SMALL = Size(games=2, mails=11, minutes=0.05)
SMALL_GIVEN = ["--games=2", "--mails=11", "--minutes=0.05"]
MAIL_PARTS = ["postgresql", "arriving", "arriving-sending", "arriving-postgresql"]
SPEED = Figure("mails a second", 79.4, "/s", "at least 80")


def test_a_part_that_was_measured_is_not_measured_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["sqlite", *SMALL_GIVEN, f"--results={tmp_path / 'results'}"]
    bench_load.main(call)
    first = capsys.readouterr()
    bench_load.main(call)
    second = capsys.readouterr()
    assert (first.err, second.err) == ("sqlite ...\n", "")
    assert first.out == second.out
    assert re.search(
        r"^SQLite: mails a second, all waiting +[\d.]+ /s +at least 80 ", first.out, re.M
    )


@pytest.mark.soak
def test_all_parts_with_mails_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    bench_load.main([*MAIL_PARTS, *SMALL_GIVEN])
    out = capsys.readouterr().out
    assert re.search(r"^PostgreSQL: mails a second, judged by 4 +[\d.]+ /s$", out, re.M)
    assert len(re.findall(r"^  p99 +[\d.,]+ ms +2,000 +(?:yes|no)$", out, re.M)) == 3


def test_results_of_another_size_are_measured_again(tmp_path: Path) -> None:
    file = tmp_path / "results"
    part = Part("sqlite", SMALL, [SPEED])
    keep(file, part)
    keep(file, Part("idling", SMALL, []))
    assert kept(file, SMALL) == {"sqlite": part, "idling": Part("idling", SMALL, [])}
    assert kept(file, Size(games=2, mails=12, minutes=0.05)) == {}


def test_the_table_tells_which_aims_are_met() -> None:
    figures = [SPEED, Figure("  p99", 2_000, "ms", "2,000"), Figure("  p50", 7.26, "ms", digits=2)]
    assert list(table(figures)) == [
        "                                                        figure      aim            met",
        "mails a second                                            79.4 /s   at least 80    no",
        "  p99                                                  2,000.0 ms   2,000          yes",
        "  p50                                                     7.26 ms",
    ]


def test_what_takes_too_long_is_told_to_stop() -> None:
    with stopping(minutes=0) as stop:
        assert stop.wait(60)
