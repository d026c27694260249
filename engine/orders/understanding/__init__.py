"""Orders as people write them: a mail's sentences, read as the canonical lines that they mean."""
