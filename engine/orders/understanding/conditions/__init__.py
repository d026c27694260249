"""Sentences of which one part depends on another, standing orders and plans."""
