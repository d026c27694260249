"""Campaign markers and leaders (8, 20), minor power units (4.7)."""
