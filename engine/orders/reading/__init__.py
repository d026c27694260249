"""Lines in the canonical forms, read word by word."""
