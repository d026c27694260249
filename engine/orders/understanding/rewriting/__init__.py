"""Sentences put into the words in which orders are given."""
