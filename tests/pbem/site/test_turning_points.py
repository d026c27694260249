"""When somebody took the lead. No browser here: no event loop runs beside that of Playwright."""

from __future__ import annotations

from pathlib import Path

from pbem.site import book, publishing
from tests.house import House


def test_nobody_takes_the_lead_while_the_game_is_set_up(mustering: House, tmp_path: Path) -> None:
    house = mustering.copy(tmp_path / "house")
    page = publishing.page_of(house.world, house.game())
    house.close()

    points = [now for now, _ in page.campaign.frames[-1].points.values()]
    assert points.count(max(points)) == 1
    assert {frame.round for frame in page.campaign.frames} == {(1, 0)}
    assert list(book.turning_points(page)) == []
