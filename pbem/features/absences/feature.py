"""What the core calls of absences."""

from pbem.campaign.feature import Feature, Timed
from pbem.features.absences import absences, auto_replies
from pbem.inbox.hooks import InboxHooks

FEATURE = Feature(
    name="absences",
    time_off=absences.waits,
    away=absences.away,
    timed=(
        Timed(
            "absence",
            absences.earliest,
            absences.come_due,
            absences.tell_failed,
            games_due=absences.games_due,
        ),
    ),
    seat_emptied=lambda ctx, _game, seat: absences.forget(ctx, seat),
    inbox=InboxHooks(
        commands={"away": absences.leave, "back": absences.come_back},
        automatic=(auto_replies.ask,),
        player_wrote=(absences.has_written,),
    ),
)
