"""What is pasted into a forum is public, complete, and has its map beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from engine.struggle_of_empires import GAME
from pbem.forum import paste
from tests.pbem.reports.sampled import mail_of
from tests.pbem.reports.samples import MAILS, REPORT

PUBLIC = MAILS["public report"]
MAIL = mail_of(PUBLIC)
ENDS = {name: ending for name, (ending, _) in paste.FORMATS.items()}


@pytest.mark.parametrize("format", ENDS)
def test_a_post_and_its_map_are_named_by_game_and_line(tmp_path: Path, format: str) -> None:
    file = paste.write(MAIL, GAME.words, tmp_path / "forum", format, b"png")

    assert file == tmp_path / "forum" / f"soe1-00612{ENDS[format]}"
    assert (tmp_path / "forum" / "soe1-00612.png").read_bytes() == b"png"
    assert file.read_text() == paste.post(MAIL, GAME.words, format, "soe1-00612.png")


def test_without_a_map_none_is_named(tmp_path: Path) -> None:
    file = paste.write(MAIL, GAME.words, tmp_path, "markdown")

    assert "![map]" not in file.read_text()
    assert list(tmp_path.glob("*.png")) == []


@pytest.mark.parametrize("format", ENDS)
def test_a_map_that_is_a_file_with_the_post_is_said_to_be(format: str) -> None:
    post = paste.post(MAIL, GAME.words, format, attached=True)

    assert "The map is attached" in post
    assert "no map" not in post
    assert not any(image in post for image in ("![map]", "[img]", "[imageid", "<img"))


def test_the_map_of_a_post_in_html_is_said_in_words() -> None:
    assert 'alt="Victory points: Britain 31' in paste.post(MAIL, GAME.words, "html", "map.png")


@pytest.mark.parametrize("format", ENDS)
def test_a_post_tells_what_all_may_know(format: str) -> None:
    post = paste.post(MAIL, GAME.words, format).replace("\u200b", "")

    assert "The Austrians took Banking" in post.replace("\n", " ")
    for private in (
        "For you alone",
        "FOR YOU ALONE",
        "orders soe1",
        "k3j9xq",
        "example.org",
        "you ",
    ):
        assert private not in post


@pytest.mark.parametrize(
    ("private", "named"),
    [
        ({"seat": "spain"}, "seat"),
        ({"tag": "soe1-spain-w41-k3j9xqabcd"}, "tag"),
        ({"reply_to": "games+tag@example.org"}, "reply_to"),
        ({"question": REPORT["question"]}, "question"),
        ({"held": {"orders": ["pass"], "answers": [], "stopped": ""}}, "held"),
        ({"view": REPORT["view"]}, "a view"),
    ],
)
def test_what_is_somebodys_is_not_posted(private: dict[str, object], named: str) -> None:
    with pytest.raises(paste.NotPublic, match=named):
        paste.post(mail_of({**PUBLIC, **private}), GAME.words, "bbcode")


def test_html_is_a_fragment_of_a_page_with_the_map_in_it() -> None:
    post = paste.post(MAIL, GAME.words, "html", "soe1.png")

    tree = LexborHTMLParser(post)
    assert [image.attributes["src"] for image in tree.css("img")] == ["soe1.png"]
    assert not any(word in post for word in ("<html", "<head", "<body", "<style", "<script"))


def test_a_final_report_can_be_posted() -> None:
    final = PUBLIC | {
        "kind": "final",
        "view": PUBLIC["view"] | {"result": MAILS["final"]["view"]["result"]},
        "about": MAILS["final"]["about"],
    }

    post = paste.post(mail_of(final), GAME.words, "text")
    assert post.startswith("[soe1] Britain wins\n\nBRITAIN wins with 31 points and 7 unrest.\n")
