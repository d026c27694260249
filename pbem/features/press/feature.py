"""The hooks by which the core calls press and diaries."""

from pbem.campaign.feature import Feature
from pbem.features.press import delivery, diary, press_in_mails, threads
from pbem.inbox.hooks import InboxHooks

FEATURE = Feature(
    name="press",
    host_commands={"press": press_in_mails.write_as_host},
    window_closed=delivery.release,
    spoken=lambda ctx: delivery.told(ctx.to_tell),
    press_of=delivery.of_seat,
    press_to_all=delivery.to_all,
    diaries=diary.opened,
    seat_emptied=lambda ctx, game, seat: delivery.withdraw(ctx.db, game, seat.key),
    inbox=InboxHooks(
        answers={"diary?": diary.show},
        press_answered=(threads.number_of,),
        unsent=(press_in_mails.show_unsent,),
        spoken=(press_in_mails.handle,),
        mail_done=(press_in_mails.tell,),
    ),
)
