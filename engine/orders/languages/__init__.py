"""A file of words for each language; lines put from one language into another."""
