"""The hooks by which the core calls replacements."""

from pbem.campaign.feature import Feature
from pbem.features.replacement import (
    former_players,
    handing_over_a_seat,
    offers,
    replace_command,
    resigning,
)
from pbem.inbox.hooks import InboxHooks

FEATURE = Feature(
    name="replacement",
    about_to_report=offers.offer_missed,
    player_is_back=offers.player_is_back,
    offer_seat=offers.offer,
    host_commands={"replace": replace_command.replace},
    inbox=InboxHooks(
        commands={"resign": resigning.ask},
        confirmed={"resign": resigning.resign},
        public_commands={"wait": offers.wait},
        entrants={"invited": handing_over_a_seat.handle, "resigned": resigning.handle},
        former_player=(former_players.answer,),
    ),
)
