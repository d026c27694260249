"""Scenario files: read, played and compared."""
