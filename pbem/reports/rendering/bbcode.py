"""A document as BBCode, for the forums that use it.

BBCode has no way to escape: an invisible space behind `[`, and within what a forum would make a
link of, leaves the words readable and takes their power away.
"""

from pbem.reports.rendering import document as d
from pbem.reports.rendering import plain

_GAP = "\u200b"


def render(document: d.Document, picture: str | None = None) -> str:
    """Write the post; `picture` is what stands in the image tag (None: no image)."""
    head = f"[b]{harmless(document.title)}[/b]"
    return "\n\n".join([head, *(_block(block, picture) for block in document.blocks)]) + "\n"


def harmless(text: str) -> str:
    """Write words from anybody as they may stand in a post."""
    for mark in ("[", "://", "www.", "@"):
        text = text.replace(mark, mark[:1] + _GAP + mark[1:])
    return text


def _block(block: d.Block, picture: str | None) -> str:
    match block:
        case d.MapPlace(instead, caption):
            image = f"[img]{picture}[/img]\n" if picture else ""
            said = caption if picture else instead
            return f"{image}[i]{harmless(said)}[/i]" if said else image
        case d.Heading(title, aside):
            beside = f" [i]({harmless(aside)})[/i]" if aside else ""
            return f"[b][u]{harmless(title)}[/u][/b]{beside}"
        case d.Lead(text):
            return f"[quote]{_inline(text)}[/quote]"
        case d.Quote(lines):
            return "[quote]" + "\n".join(map(harmless, lines)) + "[/quote]"
        case d.Paragraph(text) | d.Inset(text):
            return _inline(text)
        case d.Foot(text):
            return f"[i]{_inline(text)}[/i]"
        case d.Bullets(items):
            return "[list]\n" + "".join(f"[*] {_inline(item)}\n" for item in items) + "[/list]"
        case _:
            return "[code]\n" + harmless("\n".join(plain.lines_of(block))) + "\n[/code]"


def _inline(text: d.Text) -> str:
    said = ((harmless(span.text), span.bold) for span in text)
    return "".join(f"[b]{words}[/b]" if bold else words for words, bold in said)
