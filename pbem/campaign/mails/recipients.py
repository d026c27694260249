"""To whom mails go: the address, and the tag that an answer carries."""

from typing import Any, NamedTuple
from urllib.parse import quote

from pbem.campaign.world import World
from pbem.mail import identity
from pbem.store import tables as t

HOST = "host"
"""What stands for the host in a tag; no seat is called so."""
READER = "reader"
"""What stands for a subscriber in a tag, before the number of his row; no seat is called so."""

ORDER_PAGES = "my.orders"
"""Where the site has the pages that write orders; no game can be called so."""


def order_page(world: World, game: t.Game, seat: t.Seat) -> str:
    """Name the file of the page that writes orders for a seat: nobody can guess it, and it is
    another one when the seat changes hands, or its player gets new tags."""
    about = ("order page", game.name, seat.id, seat.generation, seat.renewed)
    return f"{world.entropy.token(*about, length=26)}.html"


class Recipient(NamedTuple):
    """To whom a mail goes, about which game, and what stands for him in the tag of his answer;
    without that it carries none."""

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

        `shown`: the number of the lines that the mail shows to be confirmed; `press`: the number
        that the mail has among the reader's press; `window`: the latest when it was written.
        """
        if self.game is None or not self.tagged:
            return {}
        address = world.config.moderator.address
        window = self.game.windows if window is None else window
        about = (tag_key(world), self.game.name, self.tagged, window, self.generation)
        tag = identity.tag(*about, shown, press, renewed=self.renewed)
        plain = identity.tag(*about, renewed=self.renewed)
        fits = identity.too_long(address, tag) <= 0  # else the subject alone tells what it is
        reply_to = identity.plus_address(address, tag if fits else plain)
        return {"tag": tag, "reply_to": reply_to, "order_page": self._order_page(world)}

    def _order_page(self, world: World) -> str:
        site = world.config.site
        if not (self.game and self.seat and site.folder and site.url):
            return ""
        return f"{site.url.rstrip('/')}/{ORDER_PAGES}/{order_page(world, self.game, self.seat)}"

    def has(self, world: World, tag: identity.Tag) -> bool:
        """Tell whether a tag with his name was made for him, and still counts."""
        return identity.verify(tag_key(world), tag, self.generation, self.renewed)


def to_seat(game: t.Game, seat: t.Seat | t.Entrant) -> Recipient:
    """Address who has a seat, or may get one."""
    sits = seat if isinstance(seat, t.Seat) else None
    tagged = seat.key or joining_key(seat.id)
    return Recipient(seat.address, game, sits, tagged, seat.generation, seat.renewed)


def joining_key(number: int) -> str:
    """Tell what stands in a tag for an entrant, and for a seat before it has a power."""
    return f"joining{number}"


def to_host(world: World, game: t.Game | None = None) -> Recipient:
    """Address the host: about a game, his answer is a command."""
    return Recipient(host_address(world), game, tagged=HOST)


def to_subscriber(game: t.Game, row: t.Subscriber) -> Recipient:
    """Address a subscriber who is asked something."""
    return Recipient(row.address, game, tagged=f"{READER}{row.id}")


def to_address(address: str | None, game: t.Game | None = None) -> Recipient:
    """Address anybody: the answer is known by its sender only."""
    return Recipient(address or "", game)


def to_player(world: World, game: t.Game, seat: t.Seat | None) -> Recipient:
    """Address who has a seat; None: the host."""
    return to_seat(game, seat) if seat else to_host(world, game)


def way_out(world: World, game: t.Game, row: t.Subscriber) -> str:
    """Make a mailto URI (RFC 6068) at which a mail ends the public reports to a subscriber."""
    to = to_subscriber(game, row).tags(world)["reply_to"]
    return f"mailto:{quote(to, safe='@+')}?subject=unsubscribe%20{game.name}"


def is_host(world: World, address: str | None) -> bool:
    """Tell whether this is the host's address."""
    return address is not None and address == host_address(world)


def host_address(world: World) -> str:
    """Return the host's address, in the one form that is compared."""
    host = world.config.moderator.host
    return identity.normalise(host) or host


def tag_key(world: World) -> bytes:
    """Return the key that tags are made with."""
    return world.entropy.derived("tags")
