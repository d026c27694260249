"""What a new player of a seat gets when he has taken it over."""

from __future__ import annotations

from pbem.campaign import requests, windows
from pbem.campaign.play import Play
from pbem.store import tables as t


def hand_over(at: Play, seat: t.Seat) -> None:
    """The report of where the seat stands, and of what is asked of it: its time begins anew."""
    for row in at.windows:
        if row.seat == seat.key:
            windows.begin_anew(row)
    requests.write_report(at, seat, {"handed_over": True})
