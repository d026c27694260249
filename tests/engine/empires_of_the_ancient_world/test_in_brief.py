"""The first lines of a report: what the news have changed for a seat."""

from typing import Any

from engine.empires_of_the_ancient_world.telling.in_brief import in_brief, round_ended
from engine.kit.telling import News

VIEW = {"victory_points": {"red": 31, "blue": 27, "green": 40}}


def event(what: str, **data: Any) -> dict[str, Any]:
    return {"what": what, "data": data}


def lines(news: News, seat: str | None) -> list[list[str]]:
    """The ids of the sentences, line by line."""
    return [[said.id for said in line] for line in in_brief(news, VIEW, seat)]


ATTACK = event("attack_declared", seat="red", area="italia", target="blue")
LOST = event("control_changed", area="italia", seat="red", loser="blue")
BASE = event("bases_lost", seat="blue", area="italia", bases=1, cause="attack")


def test_an_area_that_was_lost_is_told_without_its_base() -> None:
    assert lines([ATTACK, BASE, LOST], "blue") == [["change.attacked", "change.lost_area"]]


def test_a_base_that_was_lost_alone_is_told() -> None:
    assert lines([BASE], "blue") == [["change.lost"]]


def test_who_has_held_an_attack_is_told_so_and_the_attacker_too() -> None:
    fought = event("battle_fought", area="italia", attacker="red", winner="blue", loser="red")

    assert lines([ATTACK, fought], "blue") == [["change.attacked", "change.held"]]
    assert lines([ATTACK, fought], "red") == [["change.beaten"]]


def test_cards_and_cubes_that_were_lost_are_told() -> None:
    cube = event("replacing", seat="red", area="asia", replaced="blue", success=True)
    card = event("card_drawn", seat="blue", card="sword", lost=True)

    assert lines([cube, card], "blue") == [["change.lost", "change.cards_lost"]]


def test_the_public_is_told_what_has_changed_hands_among_players() -> None:
    free = event("control_changed", area="asia", seat="red", loser="")

    assert lines([LOST, free], None) == [["change.areas"]]
    assert lines([free], None) == []


def test_a_scoring_tells_what_it_brought_and_who_leads() -> None:
    scored = event("scored", seat="red", control=5, trade=3, plunder=0, upkeep=2)
    brought, leads = list(in_brief([scored], VIEW, "red"))

    assert (brought[0].id, brought[0].slots) == ("change.scored", {"points": 6})
    assert leads[0].id == "leading.others"
    assert leads[0].slots["who"] == ("green",)


def test_a_game_turn_has_ended_when_the_next_one_begins() -> None:
    assert round_ended([event("turn_begun", turn=2, rounds=9)])
    assert not round_ended([event("round_begun", turn=1, round=2, turn_order=[])])
