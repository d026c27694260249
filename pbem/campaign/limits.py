"""How often the moderator answers: so seldom that no two machines can keep each other busy.

A mail from which an order was taken is always answered; it cannot be repeated for ever, since the
game goes on by it. All other answers are counted by the address that they go to.
"""

from __future__ import annotations

from datetime import timedelta

from sqlmodel import col, func, select

from pbem.campaign import post
from pbem.campaign.play import PLAYING
from pbem.campaign.post import Post
from pbem.store import rows
from pbem.store import tables as t

ASKED_A_DAY = 20
"""Answers to requests, and to orders of which none could be taken, to one address a day."""
MORE_A_WEEK = 1
"""Answers to mails that asked for nothing: the day's number and so many more in seven days."""


def may_answer(post_: Post, address: str, *, asked: bool = False) -> bool:
    """Whether one more answer may go to this address; it is counted.

    `asked`: the mail asked for something that the moderator knows, be it refused.
    """
    today = post_.now.date()
    rows.add_new(post_.db, t.Answered, address=address, day=today, count=0, asked=0)
    row = post_.db.get_one(t.Answered, (address, today), with_for_update=True)
    if asked:
        allowed = row.asked < ASKED_A_DAY
        row.asked += allowed
    else:
        a_day = post_.world.config.limits.answers_a_day
        allowed = row.count < a_day and _this_week(post_, address) < a_day + MORE_A_WEEK
        row.count += allowed
    return allowed


def _this_week(post_: Post, address: str) -> int:
    since = post_.now.date() - timedelta(days=7)
    week = select(func.sum(t.Answered.count)).where(
        t.Answered.address == address, col(t.Answered.day) > since
    )
    return post_.db.exec(week).one() or 0


def tell_host_of_silence(post_: Post, game: t.Game, seat: t.Seat) -> None:
    """Somebody who plays is answered no more for some days: the host hears of it, once a week."""
    if game.status not in PLAYING:
        return
    lines = [
        f"{seat.address}, who plays {game.name}, has sent several mails in which nothing was"
        " understood: more of them are not answered for some days.",
        "If a program answers there by itself, nothing is lost. If it is a person, write to them.",
    ]
    week = post_.now.date().isocalendar()
    once = f"silence {seat.address} {week.year}-{week.week}"
    post.tell_host(post_, "mails are not answered", lines, once=once, game=game)
