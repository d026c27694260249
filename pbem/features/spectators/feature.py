"""What the core calls of spectators."""

from __future__ import annotations

from pbem.campaign.feature import Feature
from pbem.features.spectators import subscribers

FEATURE = Feature(
    name="spectators",
    publicly_told=subscribers.tell,
    readers=subscribers.people,
    publicly_said=subscribers.pass_on,
)
