"""What means the same in every game: its parts, data, names, options, positions, changes, bots."""
