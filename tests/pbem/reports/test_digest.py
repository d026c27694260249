"""The digest of several games: what is asked first, each game in its own words."""

from __future__ import annotations

from typing import Any

from engine.empires_of_the_ancient_world import GAME as EMPIRES
from engine.struggle_of_empires import GAME as SOE
from pbem.reports.rendering import plain
from tests.pbem.reports.ancient_world import ATTACK, played, report
from tests.pbem.reports.digest_samples import CHAPTER, FRAME, NOTHING_NEW, SEVERAL, game
from tests.pbem.reports.sampled import compose

BOTH = (SOE.words, EMPIRES.words)


def empires() -> dict[str, Any]:
    """A chapter of another game, which asks something too."""
    whole = report(played(ATTACK), "blue")
    kept = {key: value for key, value in whole.items() if key not in ("kind", "moderator", "zone")}
    return {**kept, "map": True, "about": {"state": "running", "asked": True}}


def digest(*chapters: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**FRAME, **more, "about": {"games": list(chapters), **more.get("about", {})}}


def test_each_game_is_told_in_its_own_words() -> None:
    mail = compose(digest(CHAPTER, empires()), None, BOTH)
    assert mail.text.startswith("soe1: SPAIN, it is your turn")
    assert "eotaw1: BLUE, " in mail.text
    first, second = mail.text.index("SOE1: WHAT HAPPENED"), mail.text.index("EOTAW1: WHAT HAPPENED")
    assert mail.text.index("eotaw1: BLUE") < first < second
    assert "Britain" in mail.text[first:second]
    assert "Cisalpina" in mail.text[second:]


def test_each_game_that_is_told_has_its_map() -> None:
    mail = compose(digest(CHAPTER, NOTHING_NEW, empires()), None, (SOE.words, *BOTH))
    shown = [(image.cid, image.name, image.rules) for image in mail.images]
    assert shown == [("map", "soe1.png", SOE.name), ("map2", "eotaw1.png", EMPIRES.name)]
    assert mail.html.count('src="cid:map"') == mail.html.count('src="cid:map2"') == 1
    assert "The map is attached (eotaw1.png)" in mail.text


def test_without_maps_none_is_missed() -> None:
    about = {"no_map": True}
    mail = compose(digest(CHAPTER, empires(), map=False, about=about), None, BOTH)
    assert (mail.images, "cid:" in mail.html) == ((), False)
    assert "map" not in mail.text


def test_it_fits_seventy_two_columns_and_says_how_each_game_is_answered() -> None:
    mail = compose(SEVERAL, None, [SOE.words] * 6)
    assert [line for line in mail.text.splitlines() if plain.columns(line) > 72] == []
    assert mail.subject == "Digest of 6 games: soe1 asks - by Thu 3 Dec 21:00"
    for number in range(1, 7):
        address = f"games+soe{number}-spain-w41-k3j9xqabcd@example.org"
        assert f"- soe{number}: {address}" in mail.text
        assert address in mail.html


def test_what_a_player_has_written_is_no_markup() -> None:
    held = {"orders": ["<b>|# **x"], "answers": [], "stopped": "", "standing": []}
    mail = compose(digest(game("soe1", CHAPTER | {"held": held}), empires()), None, BOTH)
    assert "<b>" not in mail.html
    assert "<b>|# **x" in mail.text
