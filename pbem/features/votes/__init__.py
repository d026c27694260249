"""Players propose something and vote on it."""
