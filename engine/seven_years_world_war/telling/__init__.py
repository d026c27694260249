"""What the game tells, as messages (`engine.kit.telling`).

The words are in `templates/languages/CODE/seven_years_world_war.toml`. The story is told in
chapters, one module each, as the rules are.
"""
