"""Phase III, Player Actions: which there are, and all but attacks."""
