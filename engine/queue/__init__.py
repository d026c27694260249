"""The order lines of a seat: taken in, kept, decided on by conditions, used one after the other."""
