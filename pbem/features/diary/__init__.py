"""What a player notes for himself until the game has ended."""
