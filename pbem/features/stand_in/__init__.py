"""A bot answers for a missing player."""
