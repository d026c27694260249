"""What the core calls of the host's commands."""

from __future__ import annotations

from pbem.campaign.feature import Feature
from pbem.features.host import host_commands

FEATURE = Feature(name="host", host_commands=host_commands.HANDLERS)
