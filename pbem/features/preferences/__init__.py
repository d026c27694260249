"""What a player prefers: his time zone, the mails he gets."""
