"""Writes the legal orders for readers whose programs run no script.

Each order is a link that opens a mail. If a page has no room for that, the orders of a verb are a
menu with a button, which needs an eighth of the space and no script either. If even that is too
long, each place of the orders' text has a menu of its own: `pbem.mail.form_fields` puts the order
together again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from pbem.reports.arguments_apart import Frames

FIRM = str.maketrans(" ", "\u00a0")
"""Some browsers write a space from a menu into the mail as "+". They keep a no-break space, which
is read like any other space."""


class Orders(NamedTuple):
    """The orders of a verb, and what the verb is called."""

    name: str
    orders: Sequence[str]
    complete: bool = True
    """Whether these are all its orders."""
    frames: Sequence[Frames] = ()
    """All its orders, taken apart; empty if they are few enough to be listed."""


class Said(NamedTuple):
    """What the reader is told, as plain text."""

    send: str
    """The text on the button."""
    more: str
    """The sentence that the page has no room for all orders."""
    order: str = "order"
    """The name of an order's first field."""
    apart: str = ""
    """The sentence that not every combination of choices is legal."""


class Way(NamedTuple):
    """A way to write the orders of a verb; `rank` 0 is the most convenient."""

    rank: int
    text: str
    lacks: bool = False
    """Whether it leaves out some orders."""

    @property
    def size(self) -> int:
        """Its size in bytes."""
        return len(self.text.encode())


LINKS, MENU, APART = range(3)


@dataclass(frozen=True, slots=True)
class Mailing:
    """The mail that orders are written into."""

    to: str
    subject: str

    @property
    def address(self) -> str:
        """The address of the mail, with its subject, for an attribute."""
        return f"mailto:{quote(self.to, safe='@')}?subject={quote(self.subject)}"

    def links(self, verb: Orders) -> str:
        """Write each order as a link that opens the mail."""
        rows = (
            f'<li><a href="{self.address}&amp;body={quote(each)}">{escape(each)}</a></li>'
            for each in verb.orders
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

    def apart(self, verb: Orders, said: Said) -> str:
        """Write a form with a menu for each place of the orders. A browser writes its fields as
        lines of the mail."""
        forms = (
            f'<form method="post" enctype="text/plain" action="{self.address}">'
            f"{''.join(_fields(frame, verb.name, said.order))}"
            f"<button>{escape(said.send)}</button></form>"
            for frame in verb.frames
        )
        return f"<h3>{escape(verb.name)}</h3>{''.join(forms)}"

    def ways(self, verb: Orders, said: Said) -> list[Way]:
        """Return the ways to write a verb's orders; those that leave out orders only if all do."""
        lacks = not (verb.complete or verb.frames)
        found = [Way(APART, self.apart(verb, said))] if verb.frames else []
        if verb.complete or lacks:
            found.append(Way(LINKS, self.links(verb), lacks))
            found.append(Way(MENU, self.menu(verb, said.send), lacks))
        return found


def written(verbs: Sequence[Orders], mailing: Mailing, said: Said, room: int) -> str:
    """Write all orders in at most `room` bytes, each verb in the most convenient way that fits."""
    verbs = [verb for verb in verbs if verb.orders or verb.frames]
    ways = [mailing.ways(verb, said) for verb in verbs]
    chosen = [min(each, key=lambda way: way.size) for each in ways]
    more, apart = (f"<p>{escape(text)}</p>" for text in (said.more, said.apart))
    left = room - sum(way.size for way in chosen) - len((more + apart).encode())
    if left < 0:
        return "".join(_cut(verbs, chosen, mailing, said, room))
    for rank in (MENU, LINKS):
        for n, way in enumerate(chosen):
            for other in ways[n]:
                if other.rank == rank < way.rank and other.size - way.size <= left:
                    left -= other.size - way.size
                    chosen[n] = other
    notes = apart * any(way.rank == APART for way in chosen) + more * any(w.lacks for w in chosen)
    return notes + "".join(way.text for way in chosen)


def _cut(
    verbs: Sequence[Orders], ways: Sequence[Way], mailing: Mailing, said: Said, room: int
) -> Iterator[str]:
    """Yield the parts that fit, the shortest first; from the others, as many orders as fit."""
    note = f"<p>{escape(said.more)}</p>"
    left = room - _size(note)
    for verb, way in sorted(zip(verbs, ways, strict=True), key=lambda pair: pair[1].size):
        part = way.text if way.size <= left else _begun(verb, mailing, said, left)
        yield part
        left -= _size(part)
    if left >= 0:
        yield note


def _begun(verb: Orders, mailing: Mailing, said: Said, room: int) -> str:
    """Write as many orders of a verb as fit; empty if none fits."""
    left, found = room - _size(mailing.menu(Orders(verb.name, ()), said.send)), list[str]()
    for order in verb.orders:
        left -= _size(_option(order))
        if left < 0:
            break
        found.append(order)
    return mailing.menu(Orders(verb.name, found), said.send) if found else ""


def _fields(frame: Frames, name: str, order: str) -> Iterator[str]:
    """Yield the fields of a form: each menu after the words that come before it."""
    field = order
    for place in frame.places:
        label = escape(place.before or name)
        if field == order and place.before:
            yield _hidden(order, place.before)
            field = "..."
        elif field != order:
            field = f"... {place.before}".rstrip()
        options = "".join(f"<option>{escape(text)}" for text in place.texts)
        yield f'{escape(place.before)} <select name="{escape(field)}" aria-label="{label}">'
        yield f"{options}</select> "
        field = "..."
    if frame.after:
        yield f"{escape(frame.after)} {_hidden('...' if frame.places else order, frame.after)}"


def _hidden(name: str, value: str) -> str:
    return f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'


def _option(order: str) -> str:
    """Write an order of a menu. HTML allows an option without an end tag; there may be hundreds."""
    return f"<option>{escape(order.translate(FIRM))}"


def _size(text: str) -> int:
    return len(text.encode())
