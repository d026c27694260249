"""What the core calls of press and diaries."""

from pbem.campaign.feature import Feature, Payload
from pbem.campaign.mails.outbox import Context
from pbem.features.press import delivery, diary, speaking, threads
from pbem.inbox.hooks import InboxHooks


def _told(ctx: Context) -> Payload:
    return {"spoken": delivery.told(ctx.to_tell)}


FEATURE = Feature(
    name="press",
    host_commands={"press": speaking.write_as_host},
    window_closed=delivery.release,
    receipt_part=_told,
    handover_part=lambda db, game, key: {"press": list(delivery.of_seat(db, game, key))},
    revealed_part=lambda db, game: {"diaries": diary.opened(db, game)},
    seat_emptied=lambda ctx, game, seat: delivery.withdraw(ctx.db, game, seat.key),
    inbox=InboxHooks(
        answers={"diary?": diary.show},
        press_answered=threads.number_of,
        unsent=speaking.show_unsent,
        spoken=speaking.handle,
        mail_done=speaking.tell,
    ),
)
