"""The command line: one small file a command or family of commands."""

from pbem.cli.program import main

__all__ = ["main"]
