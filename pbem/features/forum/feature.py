"""What the core calls of the forum."""

from pbem.campaign.feature import Feature
from pbem.features.forum import judging, taking_in, threads
from pbem.inbox.hooks import InboxHooks

FEATURE = Feature(
    name="forum",
    publicly_told=threads.tell,
    window_closed=threads.window_closed,
    inbox=InboxHooks(
        answers={"forum word": judging.give_word},
        senders={taking_in.SOURCE: judging.sender_of},
    ),
)
"""The thread of a game follows what all may know of it."""
