"""The safety stop: all clocks stop when mail or the machine's clock seems to be broken."""
