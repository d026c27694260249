"""How long `pbem status` takes with 1,000 running games, and `pbem --help`: each in a process of
its own, as whoever keeps the moderator starts it, of modules that are compiled; the time of the
processor."""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.bench_daemon import begun, multiply
from tests.bench.bench_mail import quietly
from tests.bench.timing import line, show

GAMES, RUNS = 1_000, 15


def took(folder: Path, *command: str) -> float:
    """Seconds of the processor that a command takes."""
    program = f"from pbem.cli import main; main(['-C', {str(folder)!r}, *{command!r}])"
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{folder}/compiled"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-c", program],
        stdout=subprocess.DEVNULL,
        check=True,
        env={**os.environ, **compiled},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the figures."""
    quietly()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "club"
        begun(folder).close()
        multiply(folder / "pbem.sqlite", GAMES)
        line("games", GAMES, "", digits=0)
        for aim, command in (("0.3", "status"), ("0.08", "--help")):
            times = [took(folder, command) for _ in range(RUNS + 1)][1:]
            show(f"pbem {command}", times, "s", aim, digits=2)


if __name__ == "__main__":
    main()
