"""Phase III, Player Actions: the table of actions, and every action except attacks."""
