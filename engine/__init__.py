"""Rules, dice, orders: pure and deterministic. The same inputs give the same bytes everywhere."""
