"""A game's vocabulary: its file, the shape of it, and what it holds."""
