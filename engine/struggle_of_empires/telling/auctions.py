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
    in_a_row,
    listed,
    run,
)
from engine.struggle_of_empires.telling.phrases import proposal


def auction_opened(e: Told, _view: View) -> Iterable[Part]:
    """Tell of an auction, which begins a paragraph."""
    yield Break()
    yield Sentence(message("auction.opened", who=e["seat"], unallied=e["unallied"]))


BETWEEN = ("auction_passed", "stood")
"""The events that may come between bids: who passes, and that a standing order did it."""
HEAD = (
    message("head.gold"),
    message("auction.by"),
    message("auction.proposal"),
    message("auction.then_passed"),
)


def bid(e: Told, _view: View) -> Iterable[Part]:
    """Tell the bids of an auction as a table, with the last of them; a single bid in a sentence."""
    bids = run(e, *BETWEEN)
    if len(bids) == 1:
        slots = {"gold": e["gold"], "proposal": proposal(e)}
        yield Sentence(message("auction.bid", who=e["seat"], **slots))
    elif bids:
        yield Table("rlll", HEAD, tuple(map(_bid, bids)))


def _bid(row: Told) -> tuple[Cell, ...]:
    passed, later = [], row["after"]
    while later["what"] in BETWEEN:
        passed += [later["seat"]] if later["what"] == "auction_passed" else []
        later = later["after"]
    return row["gold"], row["seat"], in_a_row(proposal(row)), in_a_row(passed)


def auction_passed(e: Told, _view: View) -> Iterable[Part]:
    """Tell who passes on a bid, all in one sentence; a table of bids tells it itself."""
    passed = run(e)
    if passed and not _tabled(passed[0]["before"]):
        yield Sentence(message("auction.passed", who=[each["seat"] for each in passed]))


def _tabled(before: Told) -> bool:
    """Whether the bid before this event is one of several in a table."""
    while before["what"] in BETWEEN:
        before = before["before"]
    return before["what"] == "bid" and (bool(run(before, *BETWEEN)[1:]) or _goes_on(before))


def _goes_on(bid: Told) -> bool:
    later = bid["after"]
    while later["what"] in BETWEEN:
        later = later["after"]
    return bool(later["what"] == "bid")


def auction_won(e: Told, _view: View) -> Iterable[Part]:
    """Tell who pays for whose places."""
    slots = {"gold": e["gold"], "proposal": proposal(e)}
    yield Sentence(message("auction.won", who=e["seat"], **slots))


def alliances_formed(e: Told, view: View) -> Iterable[Part]:
    """Tell both alliances, and the order of play."""
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
