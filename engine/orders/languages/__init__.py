"""A file of words for each language; translating lines from one language into another."""
