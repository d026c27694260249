"""Several processes of `pbem run` on the games of one moderator: who does what."""
