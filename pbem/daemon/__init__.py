"""The running moderator: opening its folder, and the loops of `pbem run`."""
