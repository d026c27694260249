"""Documents in the forms in which they are read."""
