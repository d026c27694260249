"""Shows how far a campaign has got, in any game, from the numbers in its public view."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from pbem.campaign.sending.rows_to_mails import MapMaker
from pbem.reports.languages.language import ENGLISH


class Counter(NamedTuple):
    """A number whose maximum is in the view, too: `"round": 2` beside `"rounds": 5`."""

    name: str
    at: int
    of: int


def counters(view: Mapping[str, Any]) -> list[Counter]:
    """Find the counters in a view, in its order, the slowest first."""
    pairs = ((key, value, view.get(f"{key}s")) for key, value in view.items())
    return [
        Counter(key, value, of)
        for key, value, of in pairs
        if isinstance(value, int) and isinstance(of, int) and of > 0
    ]


def share(found: list[Counter]) -> float:
    """Return how much of the game is over, from 0 to 1."""
    done, width = 0.0, 1.0
    for _, at, of in found:
        width /= of
        done += width * (min(max(at, 1), of) - 1)
    return done


def said(found: list[Counter]) -> str:
    """Say `war 2 of 3, round 1 of 5`."""
    return ", ".join(f"{name} {at} of {of}" for name, at, of in found if at)


class Bar:
    """A progress bar on a terminal; elsewhere, a line for each new part of the campaign."""

    def __init__(self, console: Console, bar: Progress) -> None:
        self.console, self.bar = console, bar
        self.task = bar.add_task("joining", total=1.0)
        self.part = ""

    def show(self, view: Mapping[str, Any], mails: int) -> None:
        """Show where the game stands."""
        found = counters(view)
        text = said(found) or "setting up"
        self.bar.update(self.task, completed=share(found), description=f"{text}, {mails} mails")
        if text != self.part and not self.console.is_terminal:
            self.console.print(f"{text}, {mails} mails")
        self.part = text

    def finish(self) -> None:
        """Show that the game is over."""
        self.bar.update(self.task, completed=1.0, description="the game is over")


@contextmanager
def bar(console: Console) -> Iterator[Bar]:
    """Show a bar while the campaign is played."""
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    shown = Progress(
        *columns, TimeElapsedColumn(), console=console, disable=not console.is_terminal
    )
    with shown:
        yield Bar(console, shown)


MOST = 6
"""For at most how many rounds of a war or turn maps are drawn."""


def sparing(draw: MapMaker) -> MapMaker:
    """Draw fewer maps: one for each seat's first report of a round, and for the last report.

    If there are many rounds, only every second or third gets a map.
    """
    seen: set[tuple[Any, ...]] = set()

    def spared(
        rules: str,
        view: Mapping[str, Any],
        events: Sequence[Mapping[str, Any]],
        language: str = ENGLISH,
    ) -> bytes | None:
        found = counters(view)
        key = language, view.get("you"), *found, bool(view.get("result"))
        passed_over = any((it.at - 1) % -(-it.of // MOST) for it in found if it.at)
        if key in seen or (passed_over and not view.get("result")):
            return None
        seen.add(key)
        return draw(rules, view, events, language)

    return spared
