"""Only errors are logged here."""

from tests.quiet import quiet

__all__ = ["quiet"]
