"""Recipients of mails: the address, and the tag that an answer carries."""

from typing import Any, NamedTuple
from urllib.parse import quote

from pbem.campaign.world import World
from pbem.mail import identity
from pbem.store import tables as t

HOST = "host"
"""Stands for the host in a tag; no seat has this name."""
READER = "reader"
"""Stands for a subscriber in a tag, before the key of their address; no seat has this name."""

ORDER_PAGES = "my.orders"
"""The folder of the site for pages that write orders; no game can have this name."""


def order_page(world: World, game: t.Game, seat: t.Seat) -> str:
    """Return the file name of the page that writes orders for a seat.

    Nobody can guess it, and it changes when the seat changes hands or its player gets new tags.
    """
    about = ("order page", game.name, seat.number, seat.generation, seat.renewed)
    return f"{world.entropy.token(*about, length=26)}.html"


class Recipient(NamedTuple):
    """Who a mail goes to, about which game, and what stands for them in the tag of their answer.

    Without `tagged`, the answer carries no tag.
    """

    address: str
    game: t.Game | None = None
    seat: t.Seat | None = None
    tagged: str = ""
    generation: int = 0
    renewed: int = 0

    def tags(
        self, world: World, shown: int = 0, press: int = 0, window: int | None = None
    ) -> dict[str, Any]:
        """Make the tag that an answer to a mail carries, and the address that it goes to.

        `shown`: the number of the lines that the mail shows for confirmation; `press`: the mail's
        number among the reader's press; `window`: the latest one when it was written.
        """
        if self.game is None or not self.tagged:
            return {}
        address = world.config.moderator.address
        window = self.game.windows if window is None else window
        about = (tag_key(world), self.game.name, self.tagged, window, self.generation)
        tag = identity.tag(*about, shown, press, renewed=self.renewed)
        plain = identity.tag(*about, renewed=self.renewed)
        fits = identity.too_long(address, tag) <= 0  # else only the subject has the whole tag
        reply_to = identity.plus_address(address, tag if fits else plain)
        return {"tag": tag, "reply_to": reply_to, "order_page": self._order_page(world)}

    def _order_page(self, world: World) -> str:
        site = world.config.site
        if not (self.game and self.seat and site.folder and site.url):
            return ""
        return f"{site.url.rstrip('/')}/{ORDER_PAGES}/{order_page(world, self.game, self.seat)}"

    def has(self, world: World, tag: identity.Tag) -> bool:
        """Tell whether a tag with this recipient's name was made for them, and is still valid."""
        return identity.verify(tag_key(world), tag, self.generation, self.renewed)


def to_seat(game: t.Game, seat: t.Seat | t.Entrant) -> Recipient:
    """Address the player of a seat, or somebody who may get one."""
    sits = seat if isinstance(seat, t.Seat) else None
    tagged = seat.key or joining_key(seat.number)
    return Recipient(seat.address, game, sits, tagged, seat.generation, seat.renewed)


def joining_key(number: int) -> str:
    """Return what a tag contains for an entrant, and for a seat that has no power yet."""
    return f"joining{number}"


def to_host(world: World, game: t.Game | None = None) -> Recipient:
    """Address the host; the answer to a mail about a game is a command."""
    return Recipient(host_address(world), game, tagged=HOST)


def to_subscriber(world: World, game: t.Game, row: t.Subscriber) -> Recipient:
    """Address a subscriber who is asked something."""
    return Recipient(row.address, game, tagged=reader_key(world, game, row))


def reader_key(world: World, game: t.Game, row: t.Subscriber) -> str:
    """Return what a tag contains for a subscriber."""
    return f"{READER}x{world.entropy.token('reader', game.name, row.address, length=6)}"


def to_address(address: str | None, game: t.Game | None = None) -> Recipient:
    """Address anybody; the sender of an answer is known only by their address."""
    return Recipient(address or "", game)


def to_player(world: World, game: t.Game, seat: t.Seat | None) -> Recipient:
    """Address the player of a seat; None: the host."""
    return to_seat(game, seat) if seat else to_host(world, game)


def way_out(world: World, game: t.Game, row: t.Subscriber) -> str:
    """Make a mailto URI (RFC 6068) that a subscriber can use to end the public reports."""
    to = to_subscriber(world, game, row).tags(world)["reply_to"]
    return f"mailto:{quote(to, safe='@+')}?subject=unsubscribe%20{game.name}"


def is_host(world: World, address: str | None) -> bool:
    """Tell whether this is the host's address."""
    return address is not None and address == host_address(world)


def host_address(world: World) -> str:
    """Return the host's address, normalised for comparison."""
    host = world.config.moderator.host
    return identity.normalise(host) or host


def tag_key(world: World) -> bytes:
    """Return the key that tags are made with."""
    return world.entropy.derived("tags")
