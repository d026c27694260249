"""The set-up, and the steps of a game turn except actions: revolts, income, scoring, the end."""
