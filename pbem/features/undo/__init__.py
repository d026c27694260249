"""`undo`: a player takes back the last order of his own."""
