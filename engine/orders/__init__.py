"""The language of orders: a game's vocabulary, and text read into choices and back."""
