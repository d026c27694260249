"""Reads stored mails: the JSON of a row, also from earlier versions, as a typed mail."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from pbem.reports.mail_parts import Lines, Position, PressTold, Revealed, Vote
from pbem.reports.mails import KINDS, Mail
from pbem.reports.rendering.document import clean

M = TypeVar("M", bound=Mail)

_OF_OLD: Mapping[str, tuple[str, type[Struct]]] = {
    "final": ("revealed", Revealed),
    "vote": ("proposal", Vote),
    "press": ("press", PressTold),
}
"""Parts that were not separate in earlier versions, by the kind of mail."""


_UNUSUAL = (rb"\u", rb"\b", rb"\f", rb"\r", rb"\t", b"\x7f")
"""What `clean` may change in ASCII JSON."""


class NotAMail(ValueError):
    """The data is not a mail, or lacks something that its kind needs."""


def stored(mail: Mail) -> str:
    """Check a mail and write it as JSON. Raises NotAMail."""
    text = msgspec.json.encode(mail)
    _read(mail.kind, type(mail), text, msgspec.json.decode)
    return text.decode()


def restored(kind: str, text: str) -> Mail:
    """Read the mail of a row. Raises NotAMail."""
    return of_data(kind, msgspec.json.decode(text))


def of_data(kind: str, data: Mapping[str, Any]) -> Mail:
    """Read a mail from plain data. Raises NotAMail."""
    if kind not in KINDS:
        raise NotAMail(f"no such kind of mail: {kind!r}")
    return _read(kind, KINDS[kind], _of_old(kind, data) if "kind" in data else data)


def cleaned(mail: M) -> M:
    """Return a mail without what could pass for markup. Raises NotAMail."""
    text = msgspec.json.encode(mail)
    if text.isascii() and not any(mark in text for mark in _UNUSUAL):
        return _read(mail.kind, type(mail), text, msgspec.json.decode)
    return _read(mail.kind, type(mail), clean(msgspec.json.decode(text)))


def _read(kind: str, shape: type[M], data: Any, read: Callable[..., M] = msgspec.convert) -> M:
    try:
        mail = read(data, type=shape)
    except msgspec.ValidationError as problem:
        raise NotAMail(f"a mail of kind {kind!r}: {problem}") from None
    if shape.needs and getattr(mail, shape.needs) is None:
        raise NotAMail(f"a mail of kind {kind!r} needs its {shape.needs}")
    return mail


def _of_old(kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Convert what earlier versions stored, where `about` had all fields that only some kinds
    have."""
    head = {key: value for key, value in data.items() if key not in ("kind", "about")}
    head |= {"position": _taken(head, Position), "told": _taken(head, Lines)}
    about = dict(data.get("about") or {})
    if kind in _OF_OLD:
        name, shape = _OF_OLD[kind]
        about[name] = _taken(about, shape)
    if kind == "notice" and "dice" in about:
        about["revealed"] = _taken(about, Revealed)
    if about.get("act") == "late":
        about["late"] = about.pop("who")
    if kind == "digest":
        about["games"] = [_of_old("", game) for game in about["games"]]
    return about | head


def _taken(data: dict[str, Any], shape: type[Struct]) -> dict[str, Any]:
    """Remove the fields of a part from the data and return them."""
    return {name: data.pop(name) for name in shape.__struct_fields__ if name in data}
