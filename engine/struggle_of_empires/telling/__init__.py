"""What the game tells, as messages: a `Telling` (engine.kit.telling).

The words are in `templates/languages/CODE/struggle_of_empires.toml`. A story is told in chapters, a
module each: `opening`, `auctions`, `treasury`, `actions`, `attacks`, `battles`, `scoring`.
"""

from engine.struggle_of_empires.telling.ending import final_title, result, verdict
from engine.struggle_of_empires.telling.questions import ask, facts, otherwise, title
from engine.struggle_of_empires.telling.standings import details, moment, secrets, standings
from engine.struggle_of_empires.telling.story import tell, untold

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
