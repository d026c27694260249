"""Pillage (26), an optional rule."""
