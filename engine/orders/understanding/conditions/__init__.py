"""Sentences with one part that depends on another; standing orders; plans."""
