"""The hooks by which the core calls digests, and holds back mails that newer ones replace."""

from datetime import datetime

from sqlmodel import Session as Db

from pbem.campaign.feature import NO_GAME, Feature, Timed
from pbem.campaign.mails import failures
from pbem.campaign.mails.outbox import Context
from pbem.features.digests import coalescing, digests
from pbem.reports.mails import PlayMail
from pbem.store import tables as t


def _before_sending(db: Db, game: t.Game, row: t.Outgoing, mail: PlayMail, now: datetime) -> bool:
    if coalescing.stays(db, game, row, mail, now):
        return False
    coalescing.take_over(db, row, mail, now)
    return True


def _plan(ctx: Context, person: t.Person) -> None:
    digests.plan(person, ctx.now)


FEATURE = Feature(
    name="digests",
    timed=(
        Timed(
            "digest",
            digests.earliest,
            digests.come_due,
            failures.tell_of_digest,
            games_due=lambda db, now: [NO_GAME] if digests.earliest(db, now) else [],
            called=lambda db, number: db.get_one(t.Person, number).address,
            about=digests.games_played,
            after_windows=True,
        ),
    ),
    zone_changed=_plan,
    digest_changed=_plan,
    all_wanted=digests.catch_up,
    own_mails={"digest": digests.still_tells},
    before_sending=_before_sending,
)
