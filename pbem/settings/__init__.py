"""What can be set, how people write it and how it is stored."""
