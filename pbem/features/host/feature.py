"""What the core calls of the host's commands."""

from pbem.campaign.feature import Feature
from pbem.features.host import host_commands, undoing
from pbem.inbox.hooks import InboxHooks

FEATURE = Feature(
    name="host",
    host_commands=host_commands.HANDLERS,
    inbox=InboxHooks(
        commands={"undo": undoing.by_player},
        undoable=(undoing.choices_wanted,),
    ),
)
