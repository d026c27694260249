"""The actions of a player, and all but attacks."""
