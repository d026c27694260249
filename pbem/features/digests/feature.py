"""What the core calls of digests, and of mails that give way to newer ones."""

from datetime import datetime

from sqlmodel import Session as Db

from pbem.campaign.feature import Feature, Timed
from pbem.campaign.mails import failures
from pbem.campaign.mails.outbox import Context
from pbem.features.digests import digests, keeping_back
from pbem.reports.mails import PlayMail
from pbem.store import tables as t


def _before_sending(db: Db, game: t.Game, row: t.Outgoing, mail: PlayMail, now: datetime) -> bool:
    if keeping_back.stays(db, game, row, mail, now):
        return False
    keeping_back.take_over(db, row, mail, now)
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
            after_windows=True,
        ),
    ),
    zone_changed=_plan,
    digest_changed=_plan,
    all_wanted=digests.catch_up,
    own_mails={"digest": digests.still_tells},
    before_sending=_before_sending,
)
