"""What the moderator works with: configuration, store, games, entropy. The clock is passed in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.game import Game
from pbem.campaign.entropy import Entropy
from pbem.campaign.tries import Tries
from pbem.settings.config import Config
from pbem.store import Store


@dataclass(frozen=True)
class World:
    """One moderator. `games` are the games it can moderate, by name."""

    config: Config
    store: Store
    games: Mapping[str, Game]
    entropy: Entropy
    tries: Tries = field(default_factory=Tries, repr=False, compare=False)
