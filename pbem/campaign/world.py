"""What a moderator works with: settings, store, games, features. The clock is passed in."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.core.game import Game
from pbem.campaign.entropy import Entropy
from pbem.campaign.failed_work import Retries
from pbem.campaign.feature import Features
from pbem.campaign.interpreter_protocol import Interpreter
from pbem.settings.config import Config
from pbem.store import Store


@dataclass(frozen=True)
class World:
    """One moderator. `games`: those it can moderate, by name; `features`: what its campaigns can do
    besides playing."""

    config: Config
    store: Store
    games: Mapping[str, Game]
    entropy: Entropy
    features: Features
    interpreter: Interpreter | None = None
    retries: Retries = field(default_factory=Retries, repr=False, compare=False)
