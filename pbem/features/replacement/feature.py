"""What the core calls of replacements."""

from pbem.campaign.feature import Feature
from pbem.features.replacement import host_commands, offers, replacing, resigning
from pbem.inbox.hooks import InboxHooks

FEATURE = Feature(
    name="replacement",
    about_to_report=offers.offer_missed,
    player_is_back=offers.player_is_back,
    offer_seat=offers.offer,
    host_commands={"replace": host_commands.replace},
    inbox=InboxHooks(
        commands={"resign": resigning.ask},
        confirmed={"resign": resigning.resign},
        public_commands={"wait": offers.wait},
        entrants={"invited": replacing.handle, "resigned": resigning.handle},
        former_player=(resigning.answer_former,),
    ),
)
