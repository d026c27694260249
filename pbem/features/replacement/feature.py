"""What the core calls of replacements."""

from __future__ import annotations

from pbem.campaign.feature import Feature
from pbem.features.replacement import host_commands, offers

FEATURE = Feature(
    name="replacement",
    about_to_report=offers.offer_missed,
    player_is_back=offers.player_is_back,
    offer_seat=offers.offer,
    host_commands={"replace": host_commands.replace},
)
