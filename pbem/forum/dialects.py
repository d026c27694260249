"""The dialects of BBCode: what forums write differently, as tables of strings.

There is no standard. Sources: the BBCode help pages of phpBB 3.3, XenForo 2.3 and vBulletin 5, and
BoardGameGeek's page on formatting.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a forum writes each thing; `{}` stands for the content."""

    heading: str = "[b][u]{}[/u][/b]"
    bold: str = "[b]{}[/b]"
    italic: str = "[i]{}[/i]"
    quote: str = "[quote]{}[/quote]"
    list: str = "[list]\n{}[/list]"
    item: str = "[*] {}\n"
    code: str = "[code]\n{}\n[/code]"
    """Lines in which every space counts."""
    image: str = "[img]{}[/img]"
    mention: str = "[b]{}[/b]"
    """A member to be notified if the forum can do that; otherwise the name is only highlighted."""
    spoiler: str = ""
    """A table that opens with a click; empty if the forum has no spoilers of its own."""
    table: str = ""
    """If empty, tables are written as lines of code."""
    row: str = "[tr]{}[/tr]\n"
    head: str = "[th]{}[/th]"
    cell: str = "[td]{}[/td]"
    instead: Mapping[str, str] = field(default_factory=dict)
    """Characters that break a post, and what replaces them."""


BBCODE = Dialect()
"""What all of them understand."""
PHPBB = replace(BBCODE, heading="[size=130][b]{}[/b][/size]")
XENFORO = replace(
    BBCODE,
    heading="[heading=2]{}[/heading]",
    mention="@{}",
    spoiler='[spoiler="{title}"]\n{inner}\n[/spoiler]',
    table="[table]\n{}[/table]",
)
VBULLETIN = replace(
    BBCODE,
    heading="[b][highlight]{}[/highlight][/b]",
    mention="[mention]{}[/mention]",
    table="[table]\n{}[/table]",
    head="[td][b]{}[/b][/td]",
)
BGG = replace(
    BBCODE,
    heading="[size=14][b]{}[/b][/size]",
    quote="[q]{}[/q]",
    list="{}",
    item="- {}\n",
    code="[c]\n{}\n[/c]",
    image="[imageid={}]",
    mention="[user={0}]{0}[/user]",
    spoiler="[b]{title}[/b]\n[o]\n{inner}\n[/o]",
    instead={"<": "\u2039", ">": "\u203a"},  # a "<" silently cuts the post off
)
