"""Past windows told again."""
