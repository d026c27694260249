"""What the game tells, as messages (`engine.kit.telling`).

The words are in `templates/languages/CODE/struggle_of_empires.toml`. A story is told in chapters, a
module each: `opening`, `auctions`, `treasury`, `actions`, `attacks`, `battles`, `scoring`.
"""
