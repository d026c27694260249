"""What means the same in every game: data files, options, variants, positions, events, bots."""
