"""Maintenance of a moderator's data: backup, rebuilding, retention."""
