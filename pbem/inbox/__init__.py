"""A raw mail: who sent it, what it asks for, and what comes of it."""
