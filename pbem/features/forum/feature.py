"""The hooks by which the core calls the forum."""

from pbem.campaign.feature import Feature
from pbem.campaign.mails.outbox import Context
from pbem.features.forum import post_senders, receiving_posts, seals, threads
from pbem.inbox.hooks import InboxHooks
from pbem.store import tables as t


def _window_closed(ctx: Context, game: t.Game, seat: str) -> None:
    threads.window_closed(ctx, game, seat)
    seals.window_closed(ctx, game, seat)


FEATURE = Feature(
    name="forum",
    publicly_told=threads.tell,
    window_closed=_window_closed,
    inbox=InboxHooks(
        commands={
            "seal": seals.make,
            "sealed": seals.show,
            "seal word": seals.open_,
            "unseal": seals.take_back,
        },
        answers={"forum word": post_senders.give_word},
        bars_orders=(seals.bar,),
        senders={receiving_posts.SOURCE: post_senders.sender_of},
        games_meant={receiving_posts.SOURCE: receiving_posts.games_meant},
    ),
)
"""A game's thread follows everything that is public about the game."""
