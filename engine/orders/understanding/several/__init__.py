"""Pieces of a sentence put together: several orders, lists, what they share, what is repeated."""
