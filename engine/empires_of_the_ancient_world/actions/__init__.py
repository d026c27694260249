"""The actions of a player, except attacks."""
