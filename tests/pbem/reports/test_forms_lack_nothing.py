"""Every legal order can be written without script, in forms of at most 80 kB."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import unquote

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.core.bots import Stream, random_bot, random_policy
from engine.core.dice import Dice, Seed
from engine.core.game import Game
from engine.core.session import Session
from engine.games import GAMES
from engine.orders.vocabulary import Vocabulary
from pbem.mail.form_fields import joined
from pbem.mail.text import plain_lines
from pbem.reports import question_as_json
from pbem.reports.orderform import MOST
from tests.pbem.reports.playing import payload
from tests.pbem.reports.sampled import compose

ORDERS = 3_000
MORE = ("There are more orders", "Es gibt mehr Befehle")


def asked(game: Game, seed: int, every: int, most: int) -> Iterator[tuple[Session, str, Any]]:
    """Some questions of a campaign that bots play at random, with the payloads of their forms."""
    stream = Stream(f"forms {seed}")
    options = game.options({"seats": list(game.seat_names({}))[:5]})
    dice = Dice(Seed(bytes([seed]) * 32))
    session = Session.start(game, dice, options, policy=random_policy(stream))
    bot = random_bot(stream)
    for count in range(1, every * most + 1):
        seat = session.waiting()[0]
        if count % every == 0:
            told = payload(session, seat, [], count)
            told["question"]["further"] = question_as_json.further(session, seat)
            yield session, seat, told | {"kind": "order_form"}
        session.submit(seat, bot(session, seat))
        if session.over:
            return


def shown_without_script(page: str) -> LexborHTMLParser:
    (inside,) = re.findall(r"<noscript>(<p>.*?)</noscript>", page, re.DOTALL)
    return LexborHTMLParser(inside)


def listed(page: LexborHTMLParser) -> set[str]:
    """The orders that are links, or options of one menu."""
    links = [node.attributes["href"] or "" for node in page.css("a")]
    menus = [node for node in page.css("form") if node.attributes.get("method") != "post"]
    options = [node.text().strip() for menu in menus for node in menu.css("option")]
    return {unquote(link.partition("&body=")[2]) for link in links} | {
        option.replace("\u00a0", " ") for option in options
    }


def put_together(form: LexborNode) -> re.Pattern[str]:
    """What a form with a menu for each place can write."""
    said = ""
    for field in form.css("input, select"):
        before = (field.attributes["name"] or "").removeprefix("...").strip() if said else ""
        options = [node.text().strip() for node in field.css("option")]
        texts = options or [field.attributes["value"] or ""]
        ways = (f"{before} {text}".strip() for text in texts)
        spaced = (f" {way}" if said and way and way[0] != "," else way for way in ways)
        said += f"(?:{'|'.join(sorted(map(re.escape, spaced), key=len, reverse=True))})"
    return re.compile(said)


def lacking(game: Game, session: Session, seat: str, told: Any, language: str) -> list[str]:
    """The legal orders that a form lacks."""
    words = game.words.spoken(language)
    mail = compose(told | {"language": language}, game.words)
    (form,) = (part.data for part in mail.attachments if part.name == "orders.html")
    assert len(form) <= MOST
    page = shown_without_script(form.decode())
    assert not any(more in page.html for more in MORE if page.html)
    apart = [put_together(each) for each in page.css("form[method=post]")]
    there, kind = listed(page), session.questions[seat].kind.name
    lacks = {
        choice: text
        for choice in islice(session.decision(seat).menu.choices(), ORDERS)
        if (text := words.say(kind, choice)) not in there
        and not any(each.fullmatch(text) for each in apart)
    }
    return [lacks[choice] for choice in set(lacks) - (read(there, words) if lacks else set())]


def read(texts: set[str], words: Vocabulary) -> set[Any]:
    """The choices that orders mean: `diplomacy Asia with 0` is `diplomacy Asia`."""
    return {
        choice
        for text in texts
        for step in words.order(text).steps
        for _, choice in step.candidates
    }


def check(game: Game, seeds: range, every: int, most: int) -> int:
    count = 0
    for seed in seeds:
        for session, seat, told in asked(game, seed, every, most):
            for language in ("en", "de"):
                assert lacking(game, session, seat, told, language) == []
                count += 1
    return count


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_form_lacks_an_order(game: Game) -> None:
    assert check(game, range(1), 30, 4) >= 6


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_none_of_very_many_forms_lacks_an_order(game: Game) -> None:
    assert check(game, range(12), 11, 10) >= 200


def test_a_form_can_write_what_its_menus_allow() -> None:
    form = LexborHTMLParser(
        '<form method="post"><input name="order" value="deck:"><select name="...">'
        '<option>archers<option>spear</select><select name="..."><option><option>, spear</select>'
        "</form>"
    ).css_first("form")
    assert form is not None
    ways = put_together(form)
    assert ways.fullmatch("deck: archers")
    (line,) = joined(plain_lines("order=deck:\n...=archers\n...=, spear"))
    assert ways.fullmatch(line.text)
