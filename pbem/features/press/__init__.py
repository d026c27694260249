"""Messages between players, through the moderator; and what a player notes for himself."""
