"""What the game tells, as messages (`engine.kit.telling`).

The words are in `templates/languages/CODE/seven_years_world_war.toml`. A story is told in chapters,
a module each, as the rules are.
"""
