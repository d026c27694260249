"""A digest: one mail on several games, each told in its own words."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.orders.vocabulary import Vocabulary
from pbem.reports.payloads import BLANK

HEAD, ASKED, TOLD, FOOT = (
    f"mail/{name}.j2" for name in ("digest", "digest_asked", "digest_told", "digest_foot")
)


class Chapter(NamedTuple):
    """A part of a mail: what its template sees, in whose words, and the template."""

    given: Mapping[str, Any]
    words: Vocabulary | None
    file: str


def chapters(
    given: Mapping[str, Any], words: Vocabulary | None, others: Sequence[Vocabulary | None]
) -> list[Chapter]:
    """What is asked in each game, then what is told of each. `others` are the vocabularies of the
    games; where they are not given, all have that of the mail."""
    games = given["about"]["games"]
    spoken = others or [words] * len(games)
    common = {key: given[key] for key in ("moderator", "at", "zone")}
    seen = [{**BLANK, **game, **common, "map": game["map"] and given["map"]} for game in games]
    for one in seen:
        one["about"] = {**one["about"], "several": len(games) > 1, "no_map": _no_map(given)}
    asked = [Chapter(one, its, ASKED) for one, its in zip(seen, spoken, strict=True)]
    told = [Chapter(*each[:2], TOLD) for each in asked if each.given["events"]]
    whole = {**given, "about": {**given["about"], "games": seen}}
    return [Chapter(whole, words, HEAD), *asked, *told, Chapter(whole, words, FOOT)]


def _no_map(given: Mapping[str, Any]) -> bool:
    return bool(given["about"].get("no_map"))
