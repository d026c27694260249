"""Sweeps of which `make test` runs a sample: the rest is for `make soak`, and nothing is lost."""

from collections.abc import Container, Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], in_sample: Container[Any]) -> list[Any]:
    """All cases, of which those that are not in the sample are marked as part of the soak."""
    cases = list(cases)
    assert any(case in in_sample for case in cases), "nothing would be run"
    return [
        case if case in in_sample else pytest.param(case, marks=pytest.mark.soak) for case in cases
    ]
