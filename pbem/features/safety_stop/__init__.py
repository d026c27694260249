"""All clocks stop when mail or the clock seem to be broken."""
