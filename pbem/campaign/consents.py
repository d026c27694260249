"""Orders that wait until their seat agrees to what they take, such as unrest: `yes` plays them.

At the deadline such an order is none: what cannot be undone is not done without a word.
"""

from collections.abc import Sequence

from engine.orders.vocabulary import Vocabulary
from engine.queue.intake import Order
from pbem.campaign import confirmations
from pbem.campaign.mails.outbox import Context
from pbem.store import tables as t


def ask(
    ctx: Context, game: t.Game, seat: t.Seat, words: Vocabulary, orders: Sequence[Order]
) -> None:
    """Keep for a `yes` the orders of a seat that wait for it, each as one that agrees."""
    lines = [words.agreeing(o.text, o.toll) for o in orders if o.state == "consent"]
    if lines:
        confirmations.put_last(ctx.db, game, seat, lines)
