"""The files in data/: their shape, and what is looked up in them."""
