"""The features there are, in the order in which the core calls them."""

from pbem.campaign.feature import Features
from pbem.features.absences.feature import FEATURE as ABSENCES
from pbem.features.digests.feature import FEATURE as DIGESTS
from pbem.features.host.feature import FEATURE as HOST
from pbem.features.press.feature import FEATURE as PRESS
from pbem.features.replacement.feature import FEATURE as REPLACEMENT
from pbem.features.safety_stop.feature import FEATURE as SAFETY_STOP
from pbem.features.spectators.feature import FEATURE as SPECTATORS
from pbem.features.votes.feature import FEATURE as VOTES

FEATURES: Features = (
    ABSENCES, REPLACEMENT, PRESS, VOTES, DIGESTS, SPECTATORS, SAFETY_STOP,
    HOST,
)  # fmt: skip
