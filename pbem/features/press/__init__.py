"""Messages between players, through the moderator."""
