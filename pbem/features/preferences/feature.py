"""What the inbox calls of players' preferences."""

from pbem.campaign.feature import Feature
from pbem.features.preferences import preferences, tags, zones
from pbem.inbox.hooks import InboxHooks

FEATURE = Feature(
    name="preferences",
    inbox=InboxHooks(
        commands={"prefer": preferences.handle, "zone": zones.handle},
        answers={
            "preferences": preferences.show,
            "zone": zones.tell,
            "new token": tags.renew,
        },
    ),
)
