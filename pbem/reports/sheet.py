"""The crib sheet of a game: all its topics of help and its order forms, to be printed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.game import Game
from pbem.reports import orderform
from pbem.reports.mail_parts import GameTold
from pbem.reports.mails import HelpMail
from pbem.reports.parts import Parts
from pbem.reports.rendering.document import Block, Bullets, Document, Heading, Paragraph, words
from pbem.reports.rendering.plain import WIDTH, columns, lines_of, wrap
from pbem.reports.topics import GENERAL
from pbem.reports.wording import pages

PAGE = "rules/sheet.html.j2"
HEAD_OF_FORMS = "Order forms"


def text(game: Game, rules: Mapping[str, Any]) -> str:
    """Write the sheet as text of 72 columns; `rules` are the facts of complete options."""
    document = _document(game, rules)
    lines = [_ruled(document.title)]
    for title, blocks in _topics(document):
        lines += _topic(title, blocks)
    forms = [usage for usage, _ in orderform.usages(game.words, rules)]
    return "\n".join([*lines, _ruled(HEAD_OF_FORMS), *_packed(forms)]) + "\n"


def page(game: Game, rules: Mapping[str, Any]) -> str:
    """Write the sheet as one HTML page that needs nothing else, for the screen and for paper."""
    document = _document(game, rules)
    return (
        pages()
        .get_template(PAGE)
        .render(
            title=document.title,
            topics=[
                (heading, [(type(block).__name__, block) for block in blocks])
                for heading, blocks in _topics(document)
            ],
            forms=orderform.usages(game.words, rules),
            head_of_forms=HEAD_OF_FORMS,
        )
    )


def _document(game: Game, rules: Mapping[str, Any]) -> Document:
    about = GameTold(game.name, game.name, game.title)
    told = Parts(HelpMail(game=about, rules=dict(rules)), game.words)
    blocks: list[Block] = []
    for topic in told.topics():
        if topic.key not in GENERAL:
            blocks += (Heading(topic.title), *told.part("help.j2", topic.key))
    return Document(game.title, tuple(blocks))


def _topics(document: Document) -> Iterator[tuple[str, list[Block]]]:
    """The blocks below each heading."""
    title, blocks = "", list[Block]()
    for block in document.blocks:
        if isinstance(block, Heading):
            if blocks:
                yield title, blocks
            title, blocks = block.text, []
        else:
            blocks.append(block)
    yield title, blocks


# As text: close together, since it is to be printed


def _ruled(title: str) -> str:
    return f"{title.upper()} {'=' * (WIDTH - columns(title) - 1)}"


def _topic(title: str, blocks: Sequence[Block]) -> list[str]:
    """The title runs into the first paragraph."""
    first, *others = blocks
    assert isinstance(first, Paragraph)
    lines = wrap(f"{title.upper()}. {words(first.text)}")
    return lines + [line for block in others for line in _block(block)]


def _block(block: Block) -> list[str]:
    if isinstance(block, Bullets):
        return [line for item in block.items for line in wrap(words(item), WIDTH, "- ", "  ")]
    return lines_of(block)


def _packed(texts: Sequence[str]) -> list[str]:
    """Several to a line, none of them cut in two."""
    lines = [""]
    for text in texts:
        more = f"{lines[-1]} {text};" if lines[-1] else f"{text};"
        if columns(more) <= WIDTH:
            lines[-1] = more
        else:
            lines.append(f"{text};")
    return [*lines[:-1], lines[-1].rstrip(";") + "."]
