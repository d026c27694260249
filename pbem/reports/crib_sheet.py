"""Writes the crib sheet of a game: all its help topics and order forms, to print."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.game import Game
from pbem.reports.game_parts import Parts
from pbem.reports.jinja_environment import pages
from pbem.reports.languages.language import ENGLISH
from pbem.reports.mail_parts import GameTold
from pbem.reports.mails import HelpMail
from pbem.reports.rendering.document import Block, Bullets, Paragraph, words
from pbem.reports.rendering.plain import WIDTH, columns, lines_of, wrap
from pbem.reports.topics import FORMS, SHEET

PAGE = "rules/sheet.html.j2"


class _Sheet(NamedTuple):
    """The contents of a sheet: title and blocks of each topic, the forms with their help, and the
    titles of the sheet and of the part with the forms."""

    topics: list[tuple[str, Sequence[Block]]]
    forms: list[tuple[str, str]]
    called: str
    head_of_forms: str


def text(game: Game, rules: Mapping[str, Any], language: str = ENGLISH) -> str:
    """Write the sheet as text of 72 columns; `rules` are the facts of complete options."""
    sheet = _sheet(game, rules, language)
    lines = [_ruled(game.title)]
    for title, blocks in sheet.topics:
        lines += _topic(title, blocks)
    forms = [usage for usage, _ in sheet.forms]
    return "\n".join([*lines, _ruled(sheet.head_of_forms), *_packed(forms)]) + "\n"


def page(game: Game, rules: Mapping[str, Any], language: str = ENGLISH) -> str:
    """Write the sheet as a self-contained HTML page, for screen and paper."""
    sheet = _sheet(game, rules, language)
    topics = [
        (heading, [(type(block).__name__, block) for block in blocks])
        for heading, blocks in sheet.topics
    ]
    given = sheet._asdict() | {"topics": topics, "title": game.title, "language": language}
    return pages().get_template(PAGE).render(given)


def _sheet(game: Game, rules: Mapping[str, Any], language: str) -> _Sheet:
    about = GameTold(game.name, game.name, game.title)
    told = Parts(HelpMail(game=about, rules=dict(rules), language=language), game.words)
    titles = {topic.key: topic.title for topic in told.topics()}
    return _Sheet([*told.sheet()], told.order_forms(), titles[SHEET], titles[FORMS])


# As text: compact, since it is to be printed


def _ruled(title: str) -> str:
    return f"{title.upper()} {'=' * (WIDTH - columns(title) - 1)}"


def _topic(title: str, blocks: Sequence[Block]) -> list[str]:
    """Write a topic, with its title at the start of the first paragraph."""
    first, *others = blocks
    assert isinstance(first, Paragraph)
    lines = wrap(f"{title.upper()}. {words(first.text)}")
    return lines + [line for block in others for line in _block(block)]


def _block(block: Block) -> list[str]:
    if isinstance(block, Bullets):
        return [line for item in block.items for line in wrap(words(item), WIDTH, "- ", "  ")]
    return lines_of(block)


def _packed(texts: Sequence[str]) -> list[str]:
    """Put several texts on a line, without breaking any of them."""
    lines = [""]
    for text in texts:
        more = f"{lines[-1]} {text};" if lines[-1] else f"{text};"
        if columns(more) <= WIDTH:
            lines[-1] = more
        else:
            lines.append(f"{text};")
    return [*lines[:-1], lines[-1].rstrip(";") + "."]
