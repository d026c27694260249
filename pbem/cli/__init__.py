"""The command line: a file a command, but for those of the host."""

from pbem.cli.program import main

__all__ = ["main"]
