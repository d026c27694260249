"""The hook by which the core calls a player's `undo`."""

from pbem.campaign.feature import Feature
from pbem.features.undo import undo_own_order
from pbem.inbox.hooks import InboxHooks

FEATURE = Feature(name="undo", inbox=InboxHooks(commands={"undo": undo_own_order.by_player}))
