"""Lines about other lines: if, else, when, stop; standing orders; and judging conditions."""
