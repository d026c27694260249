"""The mails that are kept whole, as they should read. Run it to write them anew."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from engine.struggle_of_empires import GAME
from pbem.forum import paste
from tests.pbem.reports.ancient_world import AMBUSH, ATTACK, ROUT, SHOTS, played, report
from tests.pbem.reports.ancient_world import GAME as EMPIRES
from tests.pbem.reports.sampled import compose, mail_of
from tests.pbem.reports.samples import MAILS, asking

POSTS = {f"public report, {format}": format for format in ("markdown", "bbcode")}
QUESTIONS = {"call": "call", "naval": "naval", "sea die": "sea_die", "reroll": "reroll"}
BATTLES = {
    "empires, a fort is attacked": ("blue", ATTACK),
    "empires, a deck is asked for": ("blue", AMBUSH),
    "empires, a rout": ("red", ROUT, SHOTS),
}
BATTLE_POSTS = {f"empires, a rout, {format}": format for format in ("markdown", "bbcode")}
GERMAN = {
    f"in German, {name}": name
    for name in ("report", "receipt", "reminder", "invitation", "started", "final", "help combat")
}
GERMAN_BATTLES = {f"in German, {name}": name for name in ("empires, a rout",)}
EXPECTED = [
    *("report", "receipt", "refusal", "stale", "invitation", "started", "final", "help combat"),
    *QUESTIONS,
    *POSTS,
    *BATTLES,
    *BATTLE_POSTS,
    *GERMAN,
    *GERMAN_BATTLES,
]


@cache
def battle(name: str) -> dict[str, Any]:
    """The report of a battle to a seat."""
    seat, *given = BATTLES[name]
    return report(played(*given), seat)


def expected_text(name: str) -> str:
    """A mail with its subject, or a post."""
    if name in POSTS:
        return paste.post(mail_of(MAILS["public report"]), GAME.words, POSTS[name], "soe1.png")
    if name in BATTLE_POSTS:
        public = report(played(ROUT, SHOTS), None)
        return paste.post(mail_of(public), EMPIRES.words, BATTLE_POSTS[name], "eotaw1.png")
    if name in GERMAN:
        mail = compose(MAILS[GERMAN[name]] | {"language": "de"}, GAME.words)
    elif name in GERMAN_BATTLES:
        mail = compose(battle(GERMAN_BATTLES[name]) | {"language": "de"}, EMPIRES.words)
    elif name in BATTLES:
        mail = compose(battle(name), EMPIRES.words)
    else:
        mail = compose(asking(QUESTIONS[name]) if name in QUESTIONS else MAILS[name], GAME.words)
    return f"Subject: {mail.subject}\n\n{mail.text}"


if __name__ == "__main__":
    for name in EXPECTED:
        (Path(__file__).parent / "expected" / f"{name}.txt").write_text(expected_text(name))
