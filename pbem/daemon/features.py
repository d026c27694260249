"""All features, in the order in which the core calls them."""

from pbem.campaign.feature import Features
from pbem.features.absences.feature import FEATURE as ABSENCES
from pbem.features.digests.feature import FEATURE as DIGESTS
from pbem.features.forum.feature import FEATURE as FORUM
from pbem.features.host.feature import FEATURE as HOST
from pbem.features.joining.feature import FEATURE as JOINING
from pbem.features.preferences.feature import FEATURE as PREFERENCES
from pbem.features.press.feature import FEATURE as PRESS
from pbem.features.replacement.feature import FEATURE as REPLACEMENT
from pbem.features.safety_stop.feature import FEATURE as SAFETY_STOP
from pbem.features.spectators.feature import FEATURE as SPECTATORS
from pbem.features.undo.feature import FEATURE as UNDO
from pbem.features.votes.feature import FEATURE as VOTES
from pbem.inbox.hooks import together

_ALL = (
    SPECTATORS, ABSENCES, REPLACEMENT, PRESS, VOTES, DIGESTS, SAFETY_STOP,
    HOST, UNDO, JOINING, PREFERENCES, FORUM,
)  # fmt: skip
FEATURES = Features(_ALL, together([feature.inbox for feature in _ALL if feature.inbox]))
