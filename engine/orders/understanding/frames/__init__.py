"""How a piece of a sentence is matched with the frames of orders, and which orders it may be."""
