"""How a host sees whether the moderator works: its log, its health, its failures."""
