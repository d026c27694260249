"""Events told one after another, as a moderator would tell them.

A game's `events.j2` has a macro for each event, given its data with its name in `what` and its
neighbours in `before` and `after` (an empty name at the ends). What it prints is blocks of markup
of its own, or, each on a line of its own, short forms that run on:

    @clause seat | words   of the seat that acts; clauses of one seat become a sentence:
                           "Ruritania claimed a tile and built a mill."
    + words                behind the last clause or sentence: ", which was sold"
    & words.               a sentence of its own
    = words.               a sentence that belongs to the result of the tally above
    @aside words.          a sentence that waits for the end of the paragraph
    @break                 a new paragraph

A macro may print several of these; one that prints nothing is not told. `untold(e)` says by
printing anything that an event is left out, and is then nobody's neighbour.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from pbem.reports.rendering.markup import escape

Told = dict[str, Any]
"""An event's data, with `what`, `before` and `after`."""
Tell = Callable[[Told], str]
MOST = 3
"""Clauses in a sentence."""


@dataclass
class _Story:
    name: Callable[[str], str]
    blocks: list[str] = field(default_factory=list)
    running: list[str] = field(default_factory=list)
    """Sentences of the paragraph that is being written."""
    actor: str = ""
    clauses: list[str] = field(default_factory=list)
    results: list[str] | None = None
    """Sentences below the tally that stands last."""
    asides: list[str] = field(default_factory=list)

    def clause(self, words: str) -> None:
        actor, _, said = (part.strip() for part in words.partition("|"))
        if actor != self.actor:
            self.end()
            self.actor = actor
        elif len(self.clauses) == MOST:
            self.end_sentence()
        self.clauses.append(said)

    def more(self, words: str) -> None:
        if self.clauses:
            self.clauses[-1] += words
        elif self.running:
            self.running[-1] = self.running[-1].removesuffix(".") + words + "."

    def sentence(self, words: str) -> None:
        self.end_result()
        self.end_sentence()
        self.running.append(words)

    def result(self, words: str) -> None:
        if self.results is None:
            self.sentence(words)
        else:
            self.results.append(words)

    def block(self, lines: list[str]) -> None:
        self.end()
        self.blocks.append("\n".join(lines))
        if lines[0].startswith("@tally"):
            self.results = []

    def end_sentence(self) -> None:
        if self.clauses:
            who = escape(self.name(self.actor))
            self.running.append(f"{who} {_joined(self.clauses)}.")
            self.clauses = []

    def end_result(self) -> None:
        if self.results:
            self.blocks[-1] += "\n@result " + " ".join([*self.results, *self.asides])
            self.asides = []
        self.results = None

    def end(self) -> None:
        self.end_result()
        self.end_sentence()
        if self.running:
            self.blocks.append(" ".join([*self.running, *self.asides]))
            self.asides = []
        self.running, self.actor = [], ""


def story(
    events: Iterable[Mapping[str, Any]], tell: Tell, untold: Tell, name: Callable[[str], str]
) -> Markup:
    """Tell the events as markup; `name` gives the name behind a seat's key."""
    told = _Story(name)
    for event in chained(events, untold):
        for lines in _chunks(tell(event)):
            _take(told, lines)
    told.end()
    return Markup("\n\n".join([*told.blocks, *([" ".join(told.asides)] if told.asides else [])]))


def chained(events: Iterable[Mapping[str, Any]], untold: Tell) -> list[Told]:
    """Find the events that are told, each knowing its neighbours."""
    chain = [{**event["data"], "what": event["what"]} for event in events]
    chain = [event for event in chain if not untold(event).strip()]
    around = [{"what": ""}, *chain, {"what": ""}]
    for place, event in enumerate(chain):
        event["before"], event["after"] = around[place], around[place + 2]
    return chain


def run(event: Told, *over: str, same: str = "") -> list[Told]:
    """Find events of one name in a row, of which this is the last, else nothing.

    Those named in `over` may stand between; `same` is a field in which all of them agree. So a
    table of them all is told where they end.
    """

    def like(other: Told) -> bool:
        return other["what"] == event["what"] and (not same or other[same] == event[same])

    later = event["after"]
    while later["what"] in over:
        later = later["after"]
    if like(later):
        return []
    row = [event]
    earlier = event["before"]
    while like(earlier) or earlier["what"] in over:
        if like(earlier):
            row.insert(0, earlier)
        earlier = earlier["before"]
    return row


def _take(told: _Story, lines: list[str]) -> None:
    mark, _, first = lines[0].partition(" ")
    words = " ".join(" ".join([first, *lines[1:]]).split())
    if mark == "@break":
        told.end()
    elif mark == "@clause":
        told.clause(words)
    elif mark == "@aside":
        told.asides.append(words)
    elif mark == "+":
        told.more(words if words.startswith((",", ";", ":")) else f" {words}")
    elif mark == "&":
        told.sentence(words)
    elif mark == "=":
        told.result(words)
    else:
        told.block(lines)


def _chunks(source: str) -> list[list[str]]:
    """Blocks apart: at empty lines and before each short form."""
    chunks: list[list[str]] = [[]]
    for line in map(str.strip, source.splitlines()):
        if not line or line.split(" ")[0] in _SHORT:
            chunks.append([])
        if line:
            chunks[-1].append(line)
    return [chunk for chunk in chunks if chunk]


def _joined(clauses: list[str]) -> str:
    if len(clauses) == 1:
        return clauses[0]
    comma = "," if any(" and " in clause or "," in clause for clause in clauses[:-1]) else ""
    return f"{', '.join(clauses[:-1])}{comma} and {clauses[-1]}"


_SHORT = frozenset({"@clause", "@aside", "@break", "+", "&", "="})
