"""What the game tells, as messages (`engine.kit.telling`).

The words are in `templates/languages/CODE/empires_of_the_ancient_world.toml`. A story is told in
chapters, a module each: `opening`, `turns`, `actions`, `attacks`, `battles`.
"""
