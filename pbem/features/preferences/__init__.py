"""What a player sets for his mails: his time zone, which he gets, new tags."""
