"""What holds for every test: one locale and time zone, and no skipping where CI=true."""

from __future__ import annotations

import os
import time
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import settings

IN_CI = os.environ.get("CI") == "true"

for name in [name for name in os.environ if name.startswith("PBEM_")]:
    del os.environ[name]
os.environ.update(LC_ALL="C.UTF-8", TZ="UTC", COLUMNS="100", NO_COLOR="1")
time.tzset()

settings.register_profile("everywhere", deadline=None)
settings.register_profile("ci", derandomize=True, deadline=None)
settings.load_profile("ci" if IN_CI else "everywhere")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    return refuse_skip(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    return refuse_skip(report)


def refuse_skip(report: Any) -> Any:
    """Under CI a skipped test is a failed one: there everything must be installed."""
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        where_and_why = report.longrepr
        reason = where_and_why[-1] if isinstance(where_and_why, tuple) else where_and_why
        report.outcome = "failed"
        report.longrepr = f"{reason}\nunder CI nothing may be skipped"
    return report
