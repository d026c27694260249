"""The mails that are kept whole, as they should read. Run it to write them anew."""

from __future__ import annotations

from pathlib import Path

from samples import MAILS, asking

from engine.struggle_of_empires import GAME
from pbem.forum import paste
from pbem.reports.composing import compose

POSTS = {f"public report, {format}": format for format in ("markdown", "bbcode")}
QUESTIONS = {"call": "call", "sea die": "sea_die", "reroll": "reroll"}
EXPECTED = [
    *("report", "receipt", "refusal", "stale", "invitation", "started", "final", "help combat"),
    *QUESTIONS,
    *POSTS,
]


def expected_text(name: str) -> str:
    """A mail with its subject, or a post."""
    if name in POSTS:
        return paste.post(MAILS["public report"], GAME.words, POSTS[name], "soe1.png")
    mail = compose(asking(QUESTIONS[name]) if name in QUESTIONS else MAILS[name], GAME.words)
    return f"Subject: {mail.subject}\n\n{mail.text}"


if __name__ == "__main__":
    for name in EXPECTED:
        (Path(__file__).parent / "expected" / f"{name}.txt").write_text(expected_text(name))
