"""Mails of ours: to whom they go, written as rows, and what failed."""
