"""Sends each window's public report to subscribers, among them forums and lists that take posts by
mail.

They get only what the public may see: no tag, and no address for answers.
"""

from msgspec.structs import replace
from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.core.decision import Refused
from engine.core.session import Session
from pbem.campaign import game_store
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_address, way_out
from pbem.mail import identity
from pbem.reports.mails import PlayMail, PressMail
from pbem.settings import attendance_policy
from pbem.store import statements
from pbem.store import tables as t

_OF_GAME = (
    select(t.Subscriber)
    .where(col(t.Subscriber.game_id) == bindparam("game"), col(t.Subscriber.format) != "")
    .order_by(col(t.Subscriber.id))
)

FORMATS = ("mail", "bbcode", "markdown")
"""A mail like a player's, or a post in the markup of a forum with the map as a file beside it."""


def subscribe(
    ctx: Context,
    game: t.Game,
    address: str,
    format: str = "mail",
    *,
    confirmed: bool = False,
    language: str = "",
) -> t.Subscriber:
    """Send the public reports to an address. Raises Refused.

    `confirmed`: the address itself has said yes. `language`: the language code of the reports, if
    it differs from the game's.
    """
    normal = identity.normalise(address)
    if normal is None:
        raise Refused(f"{address!r} is no mail address.")
    if identity.is_ours(normal, ctx.world.config.moderator.address):
        raise Refused(f"{address} is the moderator's own address.")
    if not attendance_policy.restored(game.terms).spectators:
        raise Refused(f"Nobody can subscribe to {game.name}: it has no spectators.")
    if format not in FORMATS:
        raise Refused(f"There is no format {format!r}: choose {', '.join(FORMATS)}.")
    row = find(ctx.db, game, normal) or t.Subscriber(game_id=game.id, address=normal, format="")
    row.format, row.told = format, row.told or game_store.last_event(ctx.db, game)
    row.language = language or row.language
    row.confirmed = ctx.now if confirmed else row.confirmed
    ctx.db.add(row)
    return row


def unsubscribe(ctx: Context, game: t.Game, address: str) -> None:
    """Stop the reports to this address. Raises Refused."""
    row = find(ctx.db, game, identity.normalise(address) or "")
    if row is None:
        raise Refused(f"{address!r} gets no reports of {game.name}.")
    ctx.db.delete(row)


def of_game(db: Db, game: t.Game) -> list[t.Subscriber]:
    """Tell who gets the public reports of a game."""
    return statements.objects(db, t.Subscriber, _OF_GAME, game=game.id)


def people(db: Db, game: t.Game) -> list[str]:
    """List the addresses of subscribers who are people, not lists."""
    return [row.address for row in of_game(db, game) if row.format == "mail"]


def find(db: Db, game: t.Game, address: str) -> t.Subscriber | None:
    """Find the row of an address, even if it has not confirmed yet."""
    rows = select(t.Subscriber).where(t.Subscriber.game_id == game.id)
    return db.exec(rows.where(t.Subscriber.address == address)).first()


def tell(ctx: Context, game: t.Game, session: Session, mail: PlayMail) -> None:
    """Send each subscriber the public report of what has happened since the last one."""
    for row in of_game(ctx.db, game):
        news = outbox.public_news(ctx, game, session, mail, row.told)
        row.told = game_store.last_event(ctx.db, game)
        if news is not None:
            way = way_out(ctx.world, game, row)
            told = replace(news, unsubscribe=way, format=row.format)
            ctx.write(told, to_address(row.address, game))


def pass_on(ctx: Context, game: t.Game, mail: PressMail) -> None:
    """Send each subscriber something that everybody may read and that is not a report."""
    for row in of_game(ctx.db, game):
        ctx.write(replace(mail, format=row.format), to_address(row.address, game))
