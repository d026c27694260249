"""What keeps a moderator's data safe and small: backup, rebuilding, retention."""
