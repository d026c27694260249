"""The moderator at work: one folder opened, and the loops of `pbem run`."""
