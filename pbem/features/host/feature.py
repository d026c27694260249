"""The hooks by which the core calls the host's commands."""

from pbem.campaign.feature import Feature
from pbem.features.host import carrying_out, undoing
from pbem.inbox.hooks import InboxHooks

FEATURE = Feature(
    name="host",
    host_commands=carrying_out.HANDLERS,
    inbox=InboxHooks(
        undoable=(undoing.choices_wanted,),
    ),
)
