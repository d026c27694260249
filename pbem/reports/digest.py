"""A digest: one mail on several games, each told in its own words."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.orders.vocabulary import Vocabulary
from pbem.reports.mails import DigestMail, Mail

HEAD, ASKED, TOLD, FOOT = (
    f"mail/{name}.j2" for name in ("digest", "digest_asked", "digest_told", "digest_foot")
)


class Chapter(NamedTuple):
    """A part of a mail: what its template prints, in whose words, and the template."""

    mail: Mail
    words: Vocabulary | None
    file: str


def chapters(
    mail: DigestMail, words: Vocabulary | None, others: Sequence[Vocabulary | None]
) -> list[Chapter]:
    """Tell what is asked in each game, then what is told of each. `others` are the vocabularies of
    the games; where they are not given, all have that of the mail."""
    several, spoken = len(mail.games) > 1, others or [words] * len(mail.games)
    seen = [
        replace(
            game,
            moderator=mail.moderator,
            at=mail.at,
            zone=mail.zone,
            map=game.map and mail.map,
            no_map=mail.no_map,
            several=several,
        )
        for game in mail.games
    ]
    asked = [Chapter(one, its, ASKED) for one, its in zip(seen, spoken, strict=True)]
    told = [Chapter(one, its, TOLD) for one, its in zip(seen, spoken, strict=True) if one.events]
    return [Chapter(mail, words, HEAD), *asked, *told, Chapter(mail, words, FOOT)]
