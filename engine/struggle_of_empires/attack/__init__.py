"""Perform 1 Attack, from the call for allies to losses."""
