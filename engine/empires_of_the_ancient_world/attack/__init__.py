"""Attack: the way there, the decks, the battle."""
