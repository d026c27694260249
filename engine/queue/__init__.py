"""A seat's order lines: taken in, kept, checked against conditions, used one after the other."""
