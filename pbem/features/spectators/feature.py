"""The hooks by which the core calls spectators."""

from pbem.campaign.feature import Feature
from pbem.campaign.mails.recipients import READER
from pbem.features.spectators import subscribers, subscribing
from pbem.inbox.hooks import InboxHooks

FEATURE = Feature(
    name="spectators",
    publicly_told=subscribers.tell,
    readers=subscribers.people,
    publicly_said=subscribers.pass_on,
    inbox=InboxHooks(
        commands={"subscribe": subscribing.by_player, "unsubscribe": subscribing.by_player},
        public_commands={
            "subscribe": subscribing.handle,
            "unsubscribe": subscribing.handle,
            "history": subscribing.history,
        },
        automatic=(subscribing.ended_by_machine,),
        complained=(subscribing.ended_by_complaint,),
        tagged={READER: subscribing.answered},
    ),
)
