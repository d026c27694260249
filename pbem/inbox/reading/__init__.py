"""A mail read once: its requests, each typed, by line, block and free words."""
