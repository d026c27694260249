"""Shares the work on one moderator's games between several processes of `pbem run`."""
