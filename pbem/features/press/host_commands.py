"""What the host says to players."""

from engine.core.decision import Refusal, Refused
from pbem.campaign import control
from pbem.campaign.feature import Done
from pbem.campaign.mails.outbox import HOST, Context
from pbem.features.press import press
from pbem.features.press.outcomes import whom
from pbem.features.press.press import Writer
from pbem.inbox.host.grammar import HostCommand
from pbem.reports.wording import listing
from pbem.store import tables as t


def write(ctx: Context, game: t.Game, act: HostCommand) -> Done:
    """Send the host's press. Raises Refused."""
    if act.piece is None or act.piece.kind == "diary":
        raise Refused(Refusal("The host has no diary: only seats have."))
    spoken = press.speak(ctx, game, Writer(HOST), act.piece)
    if spoken.press is None:
        raise Refused(Refusal(spoken.refused))
    shown = whom(spoken.press)
    names = [control.name_of(ctx, game, key) for key in shown["to"]]
    names += ["the author of anonymous press"] * bool(shown["hidden"])
    unread = [control.name_of(ctx, game, key) for key in spoken.unread]
    nobody = f" {listing(unread)} {'have' if len(unread) > 1 else 'has'} no player." * bool(unread)
    return Done(f"Sent to {'all' if shown['open'] else listing(names)}.{nobody}")
