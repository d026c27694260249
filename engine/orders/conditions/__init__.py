"""Lines about other lines: if, else, when, stop; standing orders; what holds and what is asked."""
