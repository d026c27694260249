"""Writes the legal orders for readers whose programs run no script.

Each order is a link that opens a mail. Where a page has no room for that, the orders of a verb are
a menu with a button, which needs an eighth of the room and no script either.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple
from urllib.parse import quote

FIRM = str.maketrans(" ", "\u00a0")
"""Some browsers write a space from a menu into the mail as "+". They keep a space without a break,
which is read as any other space."""


class Orders(NamedTuple):
    """The orders of a verb, and what the verb is called."""

    name: str
    orders: Sequence[str]


class Said(NamedTuple):
    """What the reader is told, as plain text."""

    send: str
    """On the button."""
    more: str
    """That the page has no room for all orders."""


@dataclass(frozen=True, slots=True)
class Mailing:
    """The mail that orders are written into."""

    to: str
    subject: str

    def links(self, verb: Orders) -> str:
        """Write each order as a link that opens the mail."""
        to, about = quote(self.to, safe="@"), quote(self.subject)
        address = f"mailto:{to}?subject={about}&amp;body="
        rows = (
            f'<li><a href="{address}{quote(each)}">{escape(each)}</a></li>' for each in verb.orders
        )
        return f"<h3>{escape(verb.name)}</h3><ul>{''.join(rows)}</ul>"

    def menu(self, verb: Orders, said: str) -> str:
        """Write orders as a menu and a button that opens the mail."""
        subject, name = escape(self.subject.translate(FIRM)), escape(verb.name)
        return (
            f'<h3>{name}</h3><form action="mailto:{quote(self.to, safe="@")}">'
            f'<input type="hidden" name="subject" value="{subject}">'
            f'<select name="body" aria-label="{name}">{"".join(map(_option, verb.orders))}</select>'
            f"<button>{escape(said)}</button></form>"
        )


def written(verbs: Sequence[Orders], mailing: Mailing, said: Said, room: int) -> str:
    """Write all orders in at most `room` bytes: as links where they fit, the rest as menus."""
    verbs = [verb for verb in verbs if verb.orders]
    links = [mailing.links(verb) for verb in verbs]
    parts = [
        min(link, mailing.menu(verb, said.send), key=_size)
        for verb, link in zip(verbs, links, strict=True)
    ]
    left = room - sum(map(_size, parts))
    if left < 0:
        return "".join(_cut(verbs, parts, mailing, said, room))
    for n, link in enumerate(links):
        more = _size(link) - _size(parts[n])
        if more <= left:
            parts[n], left = link, left - more
    return "".join(parts)


def _cut(
    verbs: Sequence[Orders], parts: Sequence[str], mailing: Mailing, said: Said, room: int
) -> Iterator[str]:
    """Yield the parts that fit, the shortest first; of the others, as many orders as fit."""
    note = f"<p>{escape(said.more)}</p>"
    left = room - _size(note)
    for verb, whole in sorted(zip(verbs, parts, strict=True), key=lambda pair: _size(pair[1])):
        part = whole if _size(whole) <= left else _begun(verb, mailing, said, left)
        yield part
        left -= _size(part)
    if left >= 0:
        yield note


def _begun(verb: Orders, mailing: Mailing, said: Said, room: int) -> str:
    """Write as many orders of a verb as fit; empty if none does."""
    left, found = room - _size(mailing.menu(Orders(verb.name, ()), said.send)), list[str]()
    for order in verb.orders:
        left -= _size(_option(order))
        if left < 0:
            break
        found.append(order)
    return mailing.menu(Orders(verb.name, found), said.send) if found else ""


def _option(order: str) -> str:
    """Write an order of a menu. HTML lets an option stay open; there may be hundreds of them."""
    return f"<option>{escape(order.translate(FIRM))}"


def _size(text: str) -> int:
    return len(text.encode())
