"""What the core calls of absences."""

from sqlmodel import Session as Db

from pbem.campaign.feature import Feature, Payload, Timed
from pbem.features.absences import absences, auto_replies
from pbem.inbox.hooks import InboxHooks
from pbem.store import tables as t


def _away(db: Db, game: t.Game) -> dict[str, Payload]:
    return {seat: {"away": until.isoformat()} for seat, until in absences.away(db, game).items()}


FEATURE = Feature(
    name="absences",
    time_off=absences.waits,
    waiting_notes=_away,
    timed=(Timed("absence", absences.earliest, absences.come_due, absences.tell_failed),),
    seat_emptied=lambda ctx, _game, seat: absences.forget(ctx, seat),
    inbox=InboxHooks(
        commands={"away": absences.leave, "back": absences.come_back},
        automatic=auto_replies.ask,
        player_wrote=absences.has_written,
    ),
)
