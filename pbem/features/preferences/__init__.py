"""A player's preferences for mails: time zone, which mails to get, new tags."""
