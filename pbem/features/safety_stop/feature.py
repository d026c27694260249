"""The hooks by which the core calls the safety stop."""

from pbem.campaign.feature import Feature
from pbem.features.safety_stop import safety_stop

FEATURE = Feature(name="safety_stop", game_resumed=safety_stop.hold_too)
