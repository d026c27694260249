"""What the inbox calls of coming to a table, and leaving it before the game begins."""

from pbem.campaign.feature import Feature
from pbem.features.joining import invitations, joining, opening_and_starting
from pbem.inbox.hooks import InboxHooks

FEATURE = Feature(
    name="joining",
    inbox=InboxHooks(
        commands={"leave": joining.leave, "join": joining.join_another},
        public_commands={"join": joining.join},
        entrants={"asked": opening_and_starting.confirm},
        invited=(invitations.handle,),
        settle_settings=(joining.settle_wishes,),
    ),
)
