"""Digests: one mail a day instead of many."""
