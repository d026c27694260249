"""Players are away for a while."""
