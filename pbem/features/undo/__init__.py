"""Orders taken back, by the host or by their player."""
