"""What the game tells, as messages: a `Telling` (engine.kit.telling).

The words are in `templates/languages/CODE/empires_of_the_ancient_world.toml`. A story is told in
chapters, a module each: `opening`, `turns`, `actions`, `attacks`, `battles`.
"""

from engine.empires_of_the_ancient_world.telling.final import final_title, result, verdict
from engine.empires_of_the_ancient_world.telling.questions import ask, facts, otherwise, title
from engine.empires_of_the_ancient_world.telling.secrets import secrets
from engine.empires_of_the_ancient_world.telling.standings import details, moment, standings
from engine.empires_of_the_ancient_world.telling.story import tell, untold

__all__ = [
    "ask",
    "details",
    "facts",
    "final_title",
    "moment",
    "otherwise",
    "result",
    "secrets",
    "standings",
    "tell",
    "title",
    "untold",
    "verdict",
]
