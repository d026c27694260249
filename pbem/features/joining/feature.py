"""The hooks by which the inbox calls joining, and leaving before the game begins."""

from pbem.campaign.feature import Feature
from pbem.features.joining import invitations, join_and_leave, opening_and_starting
from pbem.inbox.hooks import InboxHooks

FEATURE = Feature(
    name="joining",
    never_begins=invitations.withdraw,
    inbox=InboxHooks(
        commands={"leave": join_and_leave.leave, "join": join_and_leave.join_another},
        public_commands={"join": join_and_leave.join},
        entrants={"asked": opening_and_starting.confirm},
        invited=(invitations.handle,),
        settle_settings=(join_and_leave.settle_wishes,),
    ),
)
