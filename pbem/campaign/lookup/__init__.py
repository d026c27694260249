"""Read-only lookups: how things stand, and what has happened."""
