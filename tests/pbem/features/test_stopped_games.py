"""How games go on behind a safety stop: a few in a transaction, and however often that is ended."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest

from pbem.features.safety_stop import safety_stop, stopped_games
from pbem.store import tables as t
from tests.house import House

HOUR = timedelta(hours=1)
NAMES = ("soe1", "soe2", "soe3")


@pytest.fixture
def three(tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Three games whose clocks are stopped, of which one is let go in a transaction."""
    monkeypatch.setattr(stopped_games, "AT_ONCE", 1)
    house = House(tmp_path / "club", url)
    for name in NAMES:
        house.begin(name)
    should = house.now
    house.now += 5 * HOUR
    safety_stop.look_at_jump(house.world, should, house.now)
    assert still(house) == list(NAMES)
    yield house
    house.close()


def still(house: House) -> list[str]:
    """The games whose clocks stand still."""
    return [game.name for game in house.rows(t.Game) if game.stopped is not None]


def dues(house: House) -> dict[str, set[object]]:
    """The deadlines of each game."""
    games = {game.id: game.name for game in house.rows(t.Game)}
    found: dict[str, set[object]] = {name: set() for name in NAMES}
    for window in house.rows(t.Window, state="open"):
        found[games[window.game_id]].add(window.due)
    return found


def ended_behind_one(house: House) -> None:
    """The process is ended when one more game goes on."""
    stop = Event()
    stop.set()
    safety_stop.look_at_clock(house.world, house.now, stop)


def test_what_a_killed_release_has_left_goes_on_at_the_next_looks(three: House) -> None:
    before = dues(three)
    three.command(lambda post, _game: safety_stop.release(post))
    assert still(three) == list(NAMES), "the release itself lets none go"
    ended_behind_one(three)
    assert still(three) == ["soe2", "soe3"]
    three.now += HOUR
    ended_behind_one(three)
    assert still(three) == ["soe3"]
    assert stopped_games.is_letting_go(three.world)
    mails = three.cycle(hours=1)
    assert still(three) == []
    assert not stopped_games.is_letting_go(three.world)
    stood = {"soe1": 5 * HOUR, "soe2": 6 * HOUR, "soe3": 7 * HOUR}
    assert dues(three) == {name: {at + stood[name] for at in before[name]} for name in NAMES}
    told = [mail["Subject"].split("]")[0] for mail in mails]
    asked = {name: len(three.session(name).waiting()) for name in NAMES}
    assert {name: told.count(f"[{name}") for name in NAMES} == asked, "each is told once"


def test_clocks_that_stop_again_meanwhile_hold_all_games(three: House) -> None:
    three.command(lambda post, _game: safety_stop.release(post))
    ended_behind_one(three)
    should = three.now
    three.now += 5 * HOUR
    safety_stop.look_at_jump(three.world, should, three.now)
    assert still(three) == list(NAMES)
    assert stopped_games.let_all_go(three.world, three.now) == 0
    assert still(three) == list(NAMES), "they wait for another release"
    three.release()
    assert still(three) == []


def test_a_release_that_was_interrupted_can_be_given_again(three: House) -> None:
    three.command(lambda post, _game: safety_stop.release(post))
    ended_behind_one(three)
    three.release()
    assert still(three) == []


def test_a_game_that_begins_while_clocks_are_stopped_waits_like_the_others(house: House) -> None:
    house.begin("soe1")
    should = house.now
    house.now += 5 * HOUR
    safety_stop.look_at_jump(house.world, should, house.now)
    house.begin("soe2")
    house.cycle(minutes=1)
    assert still(house) == ["soe1", "soe2"]
