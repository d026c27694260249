"""Reads Authentication-Results: what our own mail server found when it checked a mail's sender.

Only fields of the server that the configuration names are read (RFC 8601, 5): anybody can write
others. authres would read them, but rejects a whole field for a `<>` in it, recurses on nested
comments, and has had no release since 2019; three methods in a flat form need no grammar.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

FIELDS_LIMIT = 20
FIELD_LIMIT = 4_000
SIGN = re.compile(r'\\.|[()"]|[^\\()"]+|\\', re.DOTALL)
AROUND_SIGNS = re.compile(r"\s*([=/])\s*")
METHOD = re.compile(r"([a-z0-9-]+)(?:/\d+)?=([a-z]+)\Z")
OF_WHOM = {"spf": ("smtp.mailfrom", "smtp.helo"), "dkim": ("header.d", "header.i")}
"""Where a method names the domain that it has tested."""


class Result(NamedTuple):
    """The result of one test: dmarc, spf or dkim, its result, and the domain that was tested."""

    method: str
    result: str
    domain: str


def doubt(fields: Sequence[str], server: str, sender: str) -> str:
    """Say why the server doubts that the sender wrote the mail; empty: it does not, or is not
    asked.

    Reasons are `dmarc=fail`, or, without a verdict on DMARC, that SPF and DKIM both failed and
    nothing else speaks for the sender's domain. `fields`: the values of Authentication-Results.
    """
    if not server:
        return ""
    found = results(fields, server)
    dmarc = {each.result for each in found if each.method == "dmarc"}
    if "fail" in dmarc:
        return "dmarc=fail"
    failed = {each.method for each in found if each.result == "fail"}
    proven = any(each.result == "pass" and _aligned(each.domain, sender) for each in found)
    return "spf=fail, dkim=fail" if {"spf", "dkim"} <= failed and not proven else ""


def results(fields: Sequence[str], server: str) -> list[Result]:
    """Return this server's results, test by test. `fields`: the values of
    Authentication-Results."""
    return [result for field in fields[:FIELDS_LIMIT] for result in _results(field, server)]


def named(fields: Sequence[str]) -> str:
    """Return which server claims to have written the first of these fields; empty: none does."""
    first = _bare(fields[0][:FIELD_LIMIT]).partition(";")[0].split() if fields else []
    return first[0] if first else ""


def _results(field: str, server: str) -> Iterator[Result]:
    """Yield a field's results for the methods that count; none if it is another server's."""
    who, *tests = _bare(field[:FIELD_LIMIT]).lower().split(";")
    if who.split()[:1] != [server.lower()]:
        return
    for test in tests:
        method, *properties = AROUND_SIGNS.sub(r"\1", test).split() or [""]
        if found := METHOD.match(method):
            yield Result(found[1], found[2], _domain(found[1], properties))


def _bare(text: str) -> str:
    """Return the text without comments, which may be nested, and without quoted strings."""
    depth, quoted, kept = 0, False, []
    for sign in SIGN.findall(text):
        if sign == '"' and not depth:
            quoted = not quoted
        elif sign in "()" and not quoted:
            depth = max(0, depth + (1 if sign == "(" else -1))
        elif not (depth or quoted):
            kept.append(sign)
    return "".join(kept)


def _domain(method: str, properties: Sequence[str]) -> str:
    given = dict(each.partition("=")[::2] for each in properties)
    values = (given[name] for name in OF_WHOM.get(method, ("header.from",)) if name in given)
    return next(values, "").strip("<>").rpartition("@")[2]


def _aligned(domain: str, sender: str) -> bool:
    """Tell whether one domain equals or contains the other (RFC 7489, 3.1, relaxed)."""
    own = sender.rpartition("@")[2]
    return bool(domain) and (f".{own}".endswith(f".{domain}") or f".{domain}".endswith(f".{own}"))
