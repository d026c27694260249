"""Votes: players propose something and decide on it together."""
