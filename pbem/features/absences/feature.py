"""The hooks by which the core calls absences."""

from pbem.campaign.feature import Feature, Timed
from pbem.features.absences import asking_whether_away, away_and_back
from pbem.inbox.hooks import InboxHooks

FEATURE = Feature(
    name="absences",
    time_off=away_and_back.waits,
    away=away_and_back.away,
    timed=(
        Timed(
            "absence",
            away_and_back.earliest,
            away_and_back.come_due,
            away_and_back.tell_failed,
            games_due=away_and_back.games_due,
            called=away_and_back.called,
        ),
    ),
    seat_emptied=lambda ctx, _game, seat: away_and_back.forget(ctx, seat),
    inbox=InboxHooks(
        commands={"away": away_and_back.leave, "back": away_and_back.come_back},
        automatic=(asking_whether_away.ask,),
        player_wrote=(away_and_back.has_written,),
    ),
)
