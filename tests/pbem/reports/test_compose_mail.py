"""Whole mails: every kind of them, every question, every event, by hand and from random games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from engine.games import GAMES
from engine.struggle_of_empires import GAME as SOE
from pbem.forum import paste
from pbem.reports import compose_mail
from pbem.reports.compose_mail import Composed
from pbem.reports.rendering import plain
from pbem.settings.sections.service import UNNAMED
from tests import ROOT
from tests.pbem.reports.expecting import EXPECTED, expected_text
from tests.pbem.reports.hostile import HOSTILE
from tests.pbem.reports.playing import reports
from tests.pbem.reports.sampled import compose, mail_of
from tests.pbem.reports.samples import ASKED, EVENTS, GAME, MAILS, MODERATOR, RARE, REPORT, asking

WORDS = SOE.words
SEATS = {
    4: ["russia", "united_provinces", "spain", "prussia"],
    5: ["britain", "france", "spain", "prussia", "austria"],
    7: ["britain", "france", "spain", "united_provinces", "austria", "prussia", "russia"],
}
UNRENDERED = re.compile(
    r"\{\{|\}\}|\{%|%\}|\*\*|\bNone\b|\bTrue\b|\bFalse\b|[\ue000-\uf8ff]|undefined"
)
BEHIND_A_BAR = re.compile(r"\|( .*[^|])?$")
ADDRESS = re.compile(r"https://\S+")
MARKED = re.compile(r"^(@\w+|\| |\|=|! |# [A-Z])")


def faults(mail: Composed) -> list[str]:
    """What must not be in any mail, apart from what a person has written."""
    lines = mail.text.splitlines()
    found = [line for line in lines if plain.columns(line) > 72 and not ADDRESS.fullmatch(line)]
    own = [line for line in lines if not BEHIND_A_BAR.match(line)]
    found += [line for line in own if UNRENDERED.search(line) or MARKED.match(line)]
    page = LexborHTMLParser(mail.html)
    page.strip_tags(["blockquote"], recursive=True)
    found += UNRENDERED.findall(page.text())
    return found + ([mail.subject] if "\n" in mail.subject or not mail.subject.strip() else [])


@pytest.mark.parametrize("name", MAILS)
def test_every_kind_of_mail_is_sound(name: str) -> None:
    payload = MAILS[name]
    mail = compose(payload, WORDS if payload.get("game") else None)

    assert faults(mail) == []
    assert mail == compose(payload, WORDS if payload.get("game") else None)


def test_a_moderator_without_a_name_is_called_in_the_readers_language() -> None:
    unnamed = {"moderator": {"name": UNNAMED, "version": "1", "address": "soe1@example.org"}}
    for language, called in (("en", "The moderator"), ("de", "Der Spielleiter")):
        for name in ("report", "order form"):
            mail = compose(MAILS[name] | unnamed | {"language": language}, WORDS)
            pages = [mail.html, *(each.data.decode() for each in mail.attachments)]
            assert mail.sender == called
            assert all(f">{called}<" in page for page in pages if "<html" in page)


@pytest.mark.parametrize("kind", SOE.kinds)
def test_every_kind_of_question_is_asked_in_plain_words(kind: str) -> None:
    mail = compose(asking(kind), WORDS)

    assert faults(mail) == []
    asked = mail.text.split("\n\n")[0]
    assert asked.startswith("SPAIN, ")
    assert "By\nThursday 3 December" in asked or "Thursday 3" in " ".join(asked.split())
    assert "If nothing comes" in " ".join(asked.split())


def test_the_samples_ask_every_kind_of_question() -> None:
    assert set(ASKED) == set(SOE.kinds)


def test_events_that_are_rare_are_told_too() -> None:
    mail = compose(REPORT | {"events": RARE}, WORDS)

    assert faults(mail) == []
    assert "You and Austria have won together with 9 points, by less unrest." in mail.text


@pytest.mark.parametrize("players", SEATS)
def test_reports_of_whole_random_games_are_sound_in_every_format(players: int) -> None:
    told = {event["what"] for event in [*EVENTS, *RARE]}
    for payload, _ in reports(SOE, f"composing {players}", SEATS[players], every=9, form=False):
        mail = compose(payload, WORDS)
        assert faults(mail) == [], payload["kind"]
        told |= {event["what"] for event in payload["events"]}
        if payload["seat"] is None:
            for format in paste.FORMATS:
                post = paste.post(mail_of(payload), WORDS, format, "map.png")
                assert not UNRENDERED.search(re.sub(r"\*\*", "", post)), format
    if players == 7:
        never = {"marker_redrawn", "markers_kept", "unit_destroyed"}
        assert set(SOE.events) - told <= never


def test_all_seats_are_in_the_table_before_the_alliances_are_formed() -> None:
    some = 0
    for payload, _ in reports(SOE, "half allied", SEATS[5], every=7, form=False):
        placed = payload["view"]["turn_order"]
        if 0 < len(placed) < 5:
            whole = payload | {"about": {"whole": True}}
            table = compose(whole, WORDS).text.partition("EVERYBODY STANDS")[2].split("\n\n")[1]
            named = [WORDS.name(seat) for seat in SEATS[5]]
            assert [name for name in named if f"\n  {name} " not in f"\n{table}"] == []
            some += 1
    assert some > 0


@pytest.mark.parametrize(
    ("seats", "rules"),
    [
        (["britain", "russia"], {"variants": ["draft", "random_letters", "unplayed_navies"]}),
        (["spain", "france", "prussia"], {"variants": ["open_unrest"]}),
        (SEATS[7][:4], {"variants": ["wallace_simple", "original_unrest"]}),
        (["austria", "spain"], {"edition": "original"}),
        (SEATS[7][:6], {"edition": "original", "variants": ["draft"]}),
    ],
)
def test_reports_of_other_editions_and_variants_are_sound(
    seats: list[str], rules: dict[str, Any]
) -> None:
    name = f"composing {seats} {rules}"
    for payload, _ in reports(SOE, name, seats, every=7, form=False, **rules):
        mail = compose(payload, WORDS)
        assert faults(mail) == [], (payload["kind"], mail.text)


@pytest.mark.parametrize("said", HOSTILE)
def test_what_people_write_breaks_no_mail(said: str) -> None:
    line = {"n": 1, "text": said, "status": "unclear", "reason": said, "rule": said}
    line |= {"guesses": [said], "near": [said], "after": None}
    payloads: list[dict[str, Any]] = [
        MAILS["receipt"] | {"lines": [line], "not_orders": [said], "moderator": MODERATOR},
        MAILS["elsewhere"] | {"about": {"text": said}},
        MAILS["unreadable"] | {"about": {"reason": said, "subject": said}},
        MAILS["joined"] | {"about": {"free": 1, "commitment": said, "name": said, "words": said}},
        MAILS["paused"] | {"about": {"act": "paused", "because": said, "due": None}},
        MAILS["refused: no_game"] | {"about": {"why": "no_game", "wanted": said}},
        MAILS["final"]
        | {"about": {"dice": MAILS["final"]["about"]["dice"] | {"words": {"spain": said}}}},
        MAILS["started"]
        | {
            "about": MAILS["started"]["about"]
            | {"seating": [{"seat": "spain", "name": said, "bot": False}]}
        },
        MAILS["held"] | {"held": {"orders": [said], "answers": [said], "stopped": said}},
        MAILS["held"] | {"held": {"orders": [said], "answers": [], "stopped": "", "reached": said}},
        MAILS["held"] | {"held": {"orders": [], "answers": [], "stopped": "", "reached": said}},
        MAILS["host"] | {"about": {"subject": said, "lines": [said]}},
        REPORT | {"moderator": {"name": said, "version": said, "address": said}},
    ]
    for payload in payloads:
        mail = compose(payload, WORDS if payload.get("game") else None)
        tree = LexborHTMLParser(mail.html)
        assert tree.css("script, a, iframe, link, form, b, i") == []
        assert [image.attributes["src"] for image in tree.css("img")] in ([], ["cid:map"])
        assert [line for line in mail.text.splitlines() if plain.columns(line) > 72] == []
        assert "\n" not in mail.subject
        fences = [line for line in mail.text.splitlines() if line.startswith("  --- ")]
        assert len(fences) in (0, 2) or said == "--- end ---"


ENTRY = {"window": 41, "number": 0, "due": "2026-12-03T20:00:00Z", "at": "2026-12-01T20:00:00Z"}


def test_a_report_has_no_page_attached_and_calendar_entries_with_their_method() -> None:
    entries = [ENTRY | {"method": "cancel"}, ENTRY | {"method": "publish", "window": 42}]
    mail = compose(REPORT | {"calendar": entries}, WORDS)

    assert [(attached.name, attached.mime) for attached in mail.attachments] == [
        ("cancelled.ics", "text/calendar; method=CANCEL; charset=utf-8"),
        ("deadline.ics", "text/calendar; method=PUBLISH; charset=utf-8"),
    ]


def test_without_a_deadline_or_a_question_there_is_nothing_to_attach() -> None:
    undated = REPORT | {"question": REPORT["question"] | {"due": None}}

    assert compose(undated, WORDS).attachments == ()
    assert "deadline is running." in compose(undated, WORDS).text
    assert compose(REPORT | {"question": None}, WORDS).attachments == ()


def test_the_map_is_wanted_where_there_is_a_place_for_it() -> None:
    (image,) = compose(REPORT, WORDS).images

    assert (image.cid, image.view["you"], len(image.events)) == ("map", "spain", len(EVENTS))
    assert 'src="cid:map"' in compose(REPORT, WORDS).html
    assert compose(MAILS["receipt"] | {"map": True}, WORDS).images == ()


def test_a_question_of_few_answers_names_them_and_needs_no_order_block() -> None:
    mail = compose(asking("naval"), WORDS)

    assert 'Answer "at sea: fight" or "at sea: decline".' in mail.text
    assert mail.text.index("Answer") < mail.text.index("WHAT HAPPENED")
    assert "---" not in mail.text


def test_a_few_orders_stand_in_a_sentence_without_the_default() -> None:
    asked = asking("auction")
    orders = ["bid 3 red Spain blue Britain", "bid 5 red Britain blue Spain", "pass"]
    question = asked["question"] | {"role": "action", "suggestions": orders}
    mail = compose(asked | {"question": question}, WORDS)
    more = compose(asked | {"question": question | {"suggestions": [*orders, "bid 6"]}}, WORDS)

    said = f'Write, for example, "{orders[0]}" or "{orders[1]}".'
    assert said in " ".join(mail.text.split())
    assert "---" not in mail.text
    assert "# pass" in more.text


def test_one_order_alone_is_no_advice_where_nothing_more_may_be_ordered() -> None:
    asked = asking("auction")
    orders = ["bid 3 red Spain blue Britain", "pass"]
    question = asked["question"] | {"role": "action", "suggestions": orders}
    mail = compose(asked | {"question": question}, WORDS)

    said = f'Write, for example, "{orders[0]}" or "{orders[1]}".'
    assert said in " ".join(mail.text.split())


def test_a_small_question_shows_a_few_answers_as_examples() -> None:
    asked = asking("naval")
    question = asked["question"] | {"few": False}
    small = compose(asked | {"question": question}, WORDS)
    long = compose(asked | {"question": question | {"suggestions": ["at sea: fight"] * 10}}, WORDS)

    assert 'Answer, for example, "at sea: fight" or "at sea: decline".' in small.text
    assert "---" not in small.text
    assert "--- orders soe1 spain w41" in long.text


def test_the_receipt_of_the_last_order_of_a_game_promises_no_question() -> None:
    about = {"over": True, "asked_next": True}
    mail = compose(MAILS["receipt"] | {"about": about}, WORDS)

    assert "The game is over." in mail.text
    assert "Your next question" not in mail.text


def test_a_map_that_failed_leaves_a_note() -> None:
    mail = compose(REPORT | {"map": False, "whole": True}, WORDS)

    assert mail.images == ()
    assert "There is no map this time" in mail.text
    assert "<img" not in mail.html


def test_nothing_in_html_is_fetched_from_the_net() -> None:
    for name, payload in MAILS.items():
        page = compose(payload, WORDS if payload.get("game") else None).html
        in_tags = r"<(?!a )[^>]*https?://"  # what is only named, or linked, is not fetched
        assert not re.search(in_tags + r"|src=\"(?!cid:)|@import|url\(", page), name


def test_a_mail_in_html_stands_on_dark_and_narrow_screens() -> None:
    page = compose(REPORT, WORDS).html

    assert "prefers-color-scheme: dark" in page
    assert "max-width: 480px" in page
    classes = {name for node in LexborHTMLParser(page).css("[class]") for name in _classes(node)}
    styled = set(re.findall(r"\.([a-z]+)[ ,{]", page.split("</style>")[0]))
    assert classes - {"plain"} <= styled


def _classes(node: Any) -> list[str]:
    return (node.attributes["class"] or "").split()


def test_the_order_block_is_of_comments_between_lines_that_fit_on_a_phone() -> None:
    block = compose_mail.order_block(mail_of(REPORT), WORDS)

    assert block[0] == "--- orders soe1 spain w41 " + "-" * 18
    assert block[-1] == "--- end " + "-" * 36
    assert {len(block[0]), len(block[-1])} == {44}
    assert all(line.startswith("# ") and len(line) <= 60 for line in block[1:-1])


def test_the_order_block_is_the_same_in_text_and_html() -> None:
    mail, block = compose(REPORT, WORDS), compose_mail.order_block(mail_of(REPORT), WORDS)

    assert "\n".join("  " + line for line in block) in mail.text
    pre = LexborHTMLParser(mail.html).css_first("pre.or")
    assert pre is not None
    assert pre.text() == "\n".join(block)


def test_a_mail_without_a_question_has_no_order_block() -> None:
    assert compose_mail.order_block(mail_of(MAILS["report without a question"]), WORDS) == []


def test_the_subject_begins_with_the_game_and_ends_with_the_tag() -> None:
    subject = compose(REPORT, WORDS).subject

    assert subject.startswith("[soe1] Spain: your turn, war 2, round 3 of 5 - by Thu 3 Dec 21:00 ")
    assert subject.endswith(" [soe1-spain-w41-k3j9xqabcd]")


def test_a_subject_stays_short_and_keeps_its_tag() -> None:
    about = {"subject": "x" * 400, "lines": ["y"]}
    subject = compose({"kind": "host", "moderator": MODERATOR, "about": about, "tag": "t"}).subject

    assert subject == "x" * 140 + " [t]"


def test_another_seats_secrets_are_in_nobodys_report() -> None:
    for payload, _ in reports(SOE, "secrets", SEATS[5], every=11, form=False):
        if payload["seat"] is None or payload["kind"] == "final":
            continue
        told = [event for event in payload["events"] if event["what"] == "unrest_drawn"]
        assert {event["data"]["seat"] for event in told} <= {payload["seat"]}
        assert set(payload["view"]["unrest"]) == {payload["seat"]}


def test_what_is_said_of_every_game_names_none() -> None:
    """What a game is called and what it has stands in its own templates."""
    names = {name for game in GAMES.values() for name in [game.name, game.title]}
    names |= {SOE.words.name(key) for key in SOE.seat_names({})} | {"unrest", "navy"}
    root = ROOT
    folders = (
        *("pbem/reports", "pbem/reports/composers", "pbem/reports/composers/parts", "pbem/forum"),
        *("templates/mail", "templates/forum"),
    )
    messages = root / "templates/languages/en/mail.toml"
    found = [
        f"{source.name}: {name}"
        for folder in folders
        for source in [*(root / folder).glob("*.py"), *(root / folder).glob("*.j2"), messages]
        for name in names
        if name.lower() in source.read_text().lower()
    ]
    assert found == []


@pytest.mark.parametrize("name", EXPECTED)
def test_whole_mails_read_as_they_should(name: str) -> None:
    """Read the difference; if the new mail is better: `python tests/pbem/reports/expecting.py`."""
    file = Path(__file__).parent / "expected" / f"{name}.txt"

    assert expected_text(name) == file.read_text()


def test_a_game_is_looked_up_by_its_name() -> None:
    with pytest.raises(LookupError, match="nothing tells the game 'other-game'"):
        compose(REPORT | {"game": GAME | {"rules": "other-game"}}, WORDS)


def test_a_remark_that_is_cut_says_so() -> None:
    remarks = ["a remark that goes on for more than forty letters", "short", "x" * 90]
    text = compose({**MAILS["receipt"], "not_orders": remarks}).text
    assert "for more" in text
    assert 'than..." "short"' in text
    assert 'xxxxx..."' in text


@pytest.mark.parametrize("kind", ["report", "public report"])
def test_the_map_is_said_to_mark_changes_only_where_it_does(kind: str) -> None:
    marked = compose(MAILS[kind], WORDS)
    passed = {"what": "passed", "data": {"seat": "austria"}, "n": 611}
    unmarked = compose(MAILS[kind] | {"events": [passed]}, WORDS)

    assert "The map is attached, changes in red." in marked.text
    assert "Red marks what has changed." in marked.html
    assert "The map is attached." in unmarked.text
    assert "Red marks" not in unmarked.html
