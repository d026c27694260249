"""Takes the default when a deadline passes without an answer."""

from pbem.campaign import receipts, stand_in, turns, windows
from pbem.campaign.lookup import punctuality
from pbem.store import tables as t

MOST_DEFAULTS = 1_000


def take_default(at: turns.GameTurn, row: t.Window) -> None:
    """Take the default, and those of the seat's further decisions until somebody else is asked or
    its turn ends (an action of another kind begins). If an order for this question is held, it is
    used instead, and no deadline counts as missed."""
    session = at.session
    if (used := turns.use_held(at, row.seat)) is not None:
        punctuality.note(at.seats[row.seat], row, "on time")
        receipts.tell_went_on(at, at.seats[row.seat], used)
        return
    session.note("defaulted", seat=row.seat)
    windows.close(at.ctx, at.game, row, "defaulted")
    stand_in.has_missed(at, row)
    kind = session.questions[row.seat].kind
    for _ in range(MOST_DEFAULTS):
        session.submit(row.seat, session.decision(row.seat).default, "default")
        if session.waiting() != [row.seat]:
            break
        asked = session.questions[row.seat].kind
        if asked.role == "action" and asked.name != kind.name:
            break
    turns.go_on(at, closed="defaulted")
    stand_in.tell(at)
    turns.tell_all(at)
