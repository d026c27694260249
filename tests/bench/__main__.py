"""All figures, or those named: `python -m tests.bench [play bot restore mail daemon map]`."""

import platform
import sys
from importlib import import_module

BENCHES = ("play", "bot", "restore", "mail", "daemon", "map")


def main(wanted: list[str]) -> None:
    """Print the figures of each bench under its name."""
    if unknown := [name for name in wanted if name not in BENCHES]:
        raise SystemExit(f"no bench {', '.join(unknown)}; there are {', '.join(BENCHES)}")
    print(f"Python {platform.python_version()} on {platform.machine()}")
    print("medians (and quartiles): of one core's time, by the clock where a disk is waited for")
    for name in wanted or BENCHES:
        print(f"\n{name}")
        import_module(f"tests.bench.bench_{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
