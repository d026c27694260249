"""Few maps, so that the demo is short: drawing one takes as long as ruling on three mails."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.campaign.mails.sending import MapMaker
from pbem.demo.progress import counters

MOST = 6
"""Rounds of a war or turn for which maps are drawn."""


def sparing(draw: MapMaker) -> MapMaker:
    """Maps for the first report of each round to each seat, or of every second or third one where
    there are many rounds, and for the last report."""
    seen: set[tuple[Any, ...]] = set()

    def spared(
        rules: str, view: Mapping[str, Any], events: Sequence[Mapping[str, Any]]
    ) -> bytes | None:
        found = counters(view)
        key = view.get("you"), *found, bool(view.get("result"))
        passed_over = any((it.at - 1) % -(-it.of // MOST) for it in found if it.at)
        if key in seen or (passed_over and not view.get("result")):
            return None
        seen.add(key)
        return draw(rules, view, events)

    return spared
