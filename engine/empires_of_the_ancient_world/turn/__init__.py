"""The set-up, and the steps of a game turn but the actions: revolts, income, scoring, the end."""
