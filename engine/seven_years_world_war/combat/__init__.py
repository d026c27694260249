"""15, 16.2, 16.4, 18.6, 20: attacks and countermarches, and what follows from them."""
