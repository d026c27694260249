"""One piece of a sentence, matched with the frames of orders: the orders that it may be."""
