"""No test may be skipped where CI=true: there everything must be installed."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from tests import IN_CI


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
