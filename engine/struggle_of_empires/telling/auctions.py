"""The Grand Alliances, told."""

from collections.abc import Iterable, Iterator

from engine.core.messages import message
from engine.kit.telling import (
    Break,
    Cell,
    Part,
    Sentence,
    Table,
    Told,
    View,
    chapter,
    in_a_row,
    listed,
    run,
)
from engine.struggle_of_empires.telling.phrases import proposal


def auction_opened(e: Told, _view: View) -> Iterable[Part]:
    """Each auction is a paragraph."""
    yield Break()
    yield Sentence(message("auction.opened", who=e["seat"], unallied=e["unallied"]))


def bid(e: Told, _view: View) -> Iterable[Part]:
    """A bid and what it proposes."""
    slots = {"gold": e["gold"], "proposal": proposal(e)}
    yield Sentence(message("auction.bid", who=e["seat"], **slots))


def auction_passed(e: Told, _view: View) -> Iterable[Part]:
    """All who pass on a bid, in one sentence."""
    if passed := run(e):
        yield Sentence(message("auction.passed", who=[each["seat"] for each in passed]))


def auction_won(e: Told, _view: View) -> Iterable[Part]:
    """Who pays for whose places."""
    slots = {"gold": e["gold"], "proposal": proposal(e)}
    yield Sentence(message("auction.won", who=e["seat"], **slots))


def alliances_formed(e: Told, view: View) -> Iterable[Part]:
    """Both alliances, and the order of play."""
    head = (message("auction.alliance"), message("auction.in_order"))
    yield Table("ll", head, tuple(_rows(e)))
    yield Sentence(message("auction.turn_order", order=e["turn_order"]))
    if view["war"] < view["wars"]:
        yield Sentence(message("auction.next_gavel", who=e["gavel"]))


def _rows(e: Told) -> Iterator[tuple[Cell, ...]]:
    yield from ((alliance, listed(e[alliance])) for alliance in ("red", "blue"))
    if e["unplayed"]:
        unplayed = (
            message("phrase.power_of_alliance", power=power, alliance=alliance)
            for power, alliance in e["unplayed"].items()
        )
        yield message("auction.unplayed"), in_a_row(unplayed)


TELLS = chapter(auction_opened, bid, auction_passed, auction_won, alliances_formed)
