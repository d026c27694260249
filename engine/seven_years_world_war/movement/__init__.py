"""Chapters 14, 16.1 and 18.1 to 18.5: ways over the map, moves of forces, transport by fleets."""
