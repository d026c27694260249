"""What all games share: parts, data, names, options, positions, changes, bots."""
