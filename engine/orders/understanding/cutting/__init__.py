"""A mail's lines cut into sentences, and these into pieces."""
