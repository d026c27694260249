"""The hooks by which the inbox calls players' preferences."""

from pbem.campaign.feature import Feature
from pbem.features.preferences import new_tags, preferences, time_zones
from pbem.inbox.hooks import InboxHooks

FEATURE = Feature(
    name="preferences",
    inbox=InboxHooks(
        commands={"prefer": preferences.handle, "zone": time_zones.handle},
        joined=(preferences.settle,),
        host_prefers=(preferences.of_host,),
        answers={
            "preferences": preferences.show,
            "zone": time_zones.tell,
            "new token": new_tags.renew,
        },
    ),
)
