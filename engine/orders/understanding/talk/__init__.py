"""Clauses and words that order nothing."""
