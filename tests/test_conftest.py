"""A skipped test is reported as one, and fails where CI=true."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

SKIPPING = """
import pytest

def test_that_needs_a_server():
    pytest.skip("no server here")

@pytest.mark.xfail(reason="known")
def test_that_is_known_to_fail():
    assert False
"""
SKIPPING_WHOLE = 'import pytest; pytest.skip("no server at all", allow_module_level=True)'


@pytest.mark.parametrize(
    ("ci", "closing"),
    [("", "2 skipped, 1 xfailed"), ("true", "1 failed, 1 xfailed, 1 error")],
)
def test_a_skipped_test_fails_under_ci_only(tmp_path: Path, ci: str, closing: str) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["tests.no_skips"]')
    (tmp_path / "test_one.py").write_text(SKIPPING)
    (tmp_path / "test_whole.py").write_text(SKIPPING_WHOLE)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider",
               "--continue-on-collection-errors", str(tmp_path)]  # fmt: skip
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "CI": ci, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert closing in done.stdout
    assert (done.returncode != 0) == bool(ci)
    assert ("under CI nothing may be skipped" in done.stdout) == bool(ci)
