"""`undo`: a player takes back their own last order."""
