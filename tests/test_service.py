"""The service file in the page for hosts is one that systemd takes."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "host.md"


def unit() -> str:
    """The indented lines below the heading about a service."""
    part = PAGE.read_text("utf-8").partition("\n### Run it as a service\n")[2]
    lines = part.partition("\n### ")[0].splitlines()
    return "\n".join(line[4:] for line in lines if line.startswith("    ") or not line)


def analyzed(folder: Path, *words: str) -> tuple[int, str]:
    """The exit code of systemd-analyze, and what it says about the service."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd here (Debian: systemd)")
    program = Path(sys.executable).with_name("pbem")
    file = folder / "pbem.service"
    file.write_text(unit().replace("/srv/pbem/bin/pbem", str(program)))
    found = subprocess.run(
        ["systemd-analyze", *words, str(file)], capture_output=True, text=True, timeout=600
    )
    return found.returncode, found.stdout + found.stderr


def test_systemd_finds_nothing_wrong_with_the_service(tmp_path: Path) -> None:
    assert analyzed(tmp_path, "verify") == (0, "")


def test_systemd_finds_the_service_exposed_to_little(tmp_path: Path) -> None:
    code, said = analyzed(tmp_path, "security", "--offline=yes", "--threshold=15", "--no-pager")
    assert code == 0, said
