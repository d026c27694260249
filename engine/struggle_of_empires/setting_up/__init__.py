"""Game Setup: tiles, markers, initial units, powers that nobody plays; Player Draft."""
