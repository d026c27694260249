"""Spectators: public reports for anybody who follows a game."""
