"""Addresses, and the tags that bind a mail to a game, a seat and a window.

A tag such as `soe1-spain-w41-k3j9xqab` stands in the plus-address of Reply-To and in the subject.
Its last word is an HMAC under the moderator's key. It covers two numbers that the tag does not
show; raising either makes all older tags of a seat void: the generation counts the seat's players,
`renewed` how often the present one asked for new tags. If a mail shows lines to be confirmed, its
tag, such as `soe1-spain-w41y3-k3j9xqab`, says which lines a `yes` means; that of press, such as
`soe1-spain-w41p2-k3j9xqab`, says which press is answered.
"""

import base64
import hmac
import re
import unicodedata
from collections.abc import Iterable
from email.header import Header
from typing import NamedTuple

CODE_LENGTH = 10
ADDRESS_LIMIT = 254
LOCAL_LIMIT = 64
SHOWN_NAME_LIMIT = 40

GAME_NAME = re.compile(r"[a-z][a-z0-9]{0,31}")
TAG_PATTERN = (
    rf"({GAME_NAME.pattern})-([a-z][a-z0-9_]{{0,39}})-w(\d{{1,6}})(?:([yp])(\d{{1,6}}))?"
    rf"-([a-z2-7]{{{CODE_LENGTH}}})"
)
TAG = re.compile(rf"(?i)(?<![a-z0-9_-]){TAG_PATTERN}(?![a-z0-9_-])")
VERP_PATTERN = rf"bounce-(\d{{1,12}})-([a-z2-7]{{{CODE_LENGTH}}})"
VERP = re.compile(rf"(?i){VERP_PATTERN}\Z")
DETAIL = re.compile(rf"(?i)\+(?:{TAG_PATTERN}|{VERP_PATTERN})(?=@)")
MODERATORS_ID = re.compile(rf"{GAME_NAME.pattern}\.[a-z_]+\.(?:[a-z][a-z0-9_]*\.)?[a-z2-7]{{12}}@")
"""How moderators' Message-IDs begin: game, kind of mail, seat, token."""
LOCAL_PART = re.compile(rf"[^\s\"(),:;<>@\[\\\]\x00-\x20\x7f]{{1,{LOCAL_LIMIT}}}\Z")
DOMAIN = re.compile(r"[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\Z")
UNSAFE_IN_NAME = re.compile(r"[<>@\"\\,;:()\[\]{}|`*_#\s]+")


class Tag(NamedTuple):
    """A tag as found in a mail; only `verify` tells whether it is genuine."""

    game: str
    seat: str
    window: int
    code: str
    shown: int = 0
    """The number of the lines that its mail showed for confirmation; 0: it showed none."""
    press: int = 0
    """Its mail's number among the seat's press; 0: it was no press."""

    def __str__(self) -> str:
        about = f"y{self.shown}" if self.shown else f"p{self.press}" if self.press else ""
        return f"{self.game}-{self.seat}-w{self.window}{about}-{self.code}"


def tag(
    key: bytes,
    game: str,
    seat: str,
    window: int,
    generation: int,
    shown: int = 0,
    press: int = 0,
    renewed: int = 0,
) -> str:
    """Make the tag for a seat's mail; 50 bits of it cannot be guessed.

    Raises ValueError for names of games and seats that could not be found again in a mail.
    """
    bare = Tag(game, seat, window, "", shown, press)
    text = str(bare._replace(code=_tag_code(key, bare, generation, renewed)))
    if not TAG.fullmatch(text) or text != text.lower():
        raise ValueError(f"no tag can be made of {game!r}, {seat!r}, {window}: use a-z, 0-9")
    return text


def verify(key: bytes, found: Tag, generation: int, renewed: int = 0) -> bool:
    """Tell whether the tag was made with this key for these two numbers; in constant time."""
    return hmac.compare_digest(_tag_code(key, found, generation, renewed), found.code)


def _tag_code(key: bytes, of: Tag, generation: int, renewed: int) -> str:
    shown = (of.shown,) if of.shown else ()
    press = ("press", of.press) if of.press else ()
    anew = ("renewed", renewed) if renewed else ()
    return _code(key, "tag", of.game, of.seat, of.window, generation, *shown, *press, *anew)


def find_tags(recipients: Iterable[str], subject: str) -> tuple[Tag, ...]:
    """Find what looks like tags in a mail: first in its plus-addresses, then in its subject."""
    details = (address.rpartition("@")[0].partition("+")[2] for address in recipients)
    matches = [TAG.fullmatch(detail) for detail in details]
    matches += TAG.finditer(subject)
    found = (_tag(match) for match in matches if match)
    return tuple(dict.fromkeys(found))


def _tag(match: re.Match[str]) -> Tag:
    game, seat, window, what, number, code = match.group(1, 2, 3, 4, 5, 6)
    shown, press = (int(number) if (what or "").lower() == kind else 0 for kind in "yp")
    return Tag(game.lower(), seat.lower(), int(window), code.lower(), shown, press)


def strip_tags(text: str) -> str:
    """Remove tags from a text: plus-addresses lose them entirely, elsewhere the game's name
    stays."""
    return TAG.sub(lambda match: match[1], DETAIL.sub("", text))


def _code(key: bytes, *what: str | int) -> str:
    message = "\0".join(str(word) for word in what).encode()
    digest = hmac.digest(key, message, "sha256")
    return base64.b32encode(digest).decode().lower()[:CODE_LENGTH]


def plus_address(address: str, detail: str) -> str:
    """Combine `games@example.org` and a tag to `games+TAG@example.org`."""
    local, _, domain = address.rpartition("@")
    return f"{local}+{detail}@{domain}"


def too_long(address: str, detail: str) -> int:
    """Return by how many letters the plus-address is too long for mail (RFC 5321, 4.5.3.1.1)."""
    return len(plus_address(address, detail).rpartition("@")[0]) - LOCAL_LIMIT


def envelope_sender(address: str, key: bytes, number: int) -> str:
    """Make a return address (VERP) that tells which mail or person a bounce is about."""
    return plus_address(address, f"bounce-{number}-{_code(key, 'bounce', number)}")


def has_return_address(recipients: Iterable[str]) -> bool:
    """Tell whether a mail came to a return address (VERP), ours or a forged one."""
    return any(VERP.search(address.partition("@")[0]) for address in recipients)


def find_bounced(recipients: Iterable[str], key: bytes) -> int | None:
    """Find the number in the return address that a bounce came to, if it is really ours."""
    for address in recipients:
        match = VERP.match(address.rpartition("@")[0].partition("+")[2])
        if match and hmac.compare_digest(_code(key, "bounce", int(match[1])), match[2].lower()):
            return int(match[1])
    return None


def normalise(address: str) -> str | None:
    """Normalise an address for comparison: lower case, IDNA; None: it is not an address."""
    local, at, domain = address.strip().strip("<>").rpartition("@")
    if not at or len(address) > ADDRESS_LIMIT or not LOCAL_PART.match(local):
        return None
    try:
        plain = domain.rstrip(".").encode("idna").decode().lower()
    except UnicodeError:
        return None
    if not DOMAIN.match(plain) or ".." in plain:
        return None
    return f"{unicodedata.normalize('NFC', local).lower()}@{plain}"


def bare(text: str) -> str:
    """Return the address in `Name <address>`; empty if the text is not of that form."""
    found = re.fullmatch(r"[^<>]*\S[^<>]*<([^<>]+)>", text.strip())
    return (normalise(found[1]) or "") if found else ""


def is_local(address: str, own: str) -> bool:
    """Tell whether an address has a domain without a dot, which no mail outside can reach; one that
    the moderator's own address has is fine."""
    domain = address.rpartition("@")[2]
    return "." not in domain and domain != own.rpartition("@")[2].lower()


def is_ours(address: str, own: str) -> bool:
    """Tell whether this is the moderator's own address, with or without something after a plus."""
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}@{domain}" == normalise(own)


def shown_name(text: str) -> str:
    """Make a name that a person chose fit to be shown: one short line without markup."""
    visible = "".join(
        char for char in unicodedata.normalize("NFC", text[:1_000])
        if unicodedata.category(char)[0] not in "CMZ" or char == " "
    )  # fmt: skip
    return UNSAFE_IN_NAME.sub(" ", strip_tags(visible)).strip()[:SHOWN_NAME_LIMIT].rstrip()


def named_address(name: str, address: str) -> str:
    """Write `Name <address>` for a header field, with the name quoted or encoded if necessary."""
    name = " ".join("".join(char for char in name[:100] if char.isprintable()).split())
    if not name:
        return address
    if not name.isascii() or "=?" in name:
        return f"{Header(name, 'utf-8', maxlinelen=64).encode(linesep='')} <{address}>"
    if re.search(r"[^\w !#$%&'*+/=?^`{|}~-]", name):
        name = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{name} <{address}>"
