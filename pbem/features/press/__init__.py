"""Press: messages between players, sent through the moderator; and players' diaries."""
