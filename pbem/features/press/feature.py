"""What the core calls of press and diaries."""

from pbem.campaign.feature import Feature
from pbem.features.press import delivery, diary, speaking, threads
from pbem.inbox.hooks import InboxHooks

FEATURE = Feature(
    name="press",
    host_commands={"press": speaking.write_as_host},
    window_closed=delivery.release,
    spoken=lambda ctx: delivery.told(ctx.to_tell),
    press_of=delivery.of_seat,
    press_to_all=delivery.to_all,
    diaries=diary.opened,
    seat_emptied=lambda ctx, game, seat: delivery.withdraw(ctx.db, game, seat.key),
    inbox=InboxHooks(
        answers={"diary?": diary.show},
        press_answered=(threads.number_of,),
        unsent=(speaking.show_unsent,),
        spoken=(speaking.handle,),
        mail_done=(speaking.tell,),
    ),
)
