"""The lines of a mail, cut into sentences, and these into pieces."""
