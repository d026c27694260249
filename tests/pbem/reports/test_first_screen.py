"""What stands first in a report, and how much of the rest does."""

from typing import Any

import pytest

from engine.seven_years_world_war import GAME as SEVEN_YEARS
from engine.struggle_of_empires import GAME
from pbem.reports import compose_mail
from pbem.reports.rendering import document as d
from tests.pbem.reports.playing import reports
from tests.pbem.reports.sampled import compose, mail_of
from tests.pbem.reports.samples import REPORT, asking, event

ROUND = event("round_begun", war=2, round=4, turn_order=["austria", "spain"])
STEP = asking("naval") | {"events": REPORT["events"][:2]}


def kinds(payload: dict[str, Any]) -> list[type]:
    return [type(block) for block in compose_mail.written(mail_of(payload), GAME.words).blocks]


def headings(payload: dict[str, Any]) -> list[str]:
    blocks = compose_mail.written(mail_of(payload), GAME.words).blocks
    return [block.text for block in blocks if isinstance(block, d.Heading)]


def test_what_is_asked_comes_first_then_what_has_changed_and_the_map() -> None:
    taken = event("control_taken", seat="spain", region="africa", loser="britain")
    shown = kinds(REPORT | {"events": [*REPORT["events"], taken]})

    assert shown[:3] == [d.Lead, d.Bullets, d.MapPlace]
    assert shown[3] is d.Heading


def test_a_small_step_is_told_without_a_heading_and_its_answers_stand_above_the_map() -> None:
    assert headings(STEP) == []
    assert kinds(STEP) == [d.Lead, d.Paragraph, d.MapPlace, d.Paragraph, d.Foot]
    said = compose(STEP, GAME.words).text
    assert said.index("Answer") < said.index("The map is attached")
    assert len(compose(STEP, GAME.words).text.splitlines()) < 16


def test_a_longer_story_has_its_heading_and_stands_below_the_answers() -> None:
    shown = kinds(STEP | {"events": REPORT["events"]})

    assert headings(STEP | {"events": REPORT["events"]}) == ["What happened"]
    assert shown.index(d.Paragraph) < shown.index(d.Heading)


def test_what_the_question_says_is_not_told_once_more() -> None:
    asked = asking("auction")
    facts = asked["question"]["facts"]
    proposal = {key: facts[key] for key in ("red", "blue")}
    made = event("bid", seat=facts["bidder"], gold=facts["bid"], **proposal)
    lower = event("bid", seat="prussia", gold=0, **proposal)

    assert "bid 0 gold" in compose(asked | {"events": [lower]}, GAME.words).text
    text = compose(asked | {"events": [lower, made]}, GAME.words).text
    assert f"bids {facts['bid']} gold" in text
    assert f"bid {facts['bid']} gold" not in text
    assert "bid 0 gold" in text


def test_who_opens_an_auction_is_told_once_who_is_without_an_alliance() -> None:
    asked = asking("auction")
    facts = asked["question"]["facts"] | {"bidder": "", "passed": []}
    payload = asked | {"question": asked["question"] | {"facts": facts}}
    opened = event("auction_opened", seat="spain", unallied=facts["unallied"])

    text = compose(payload | {"events": [opened]}, GAME.words).text
    assert text.count("Still without an alliance") == 1
    assert "An auction began" not in text


def test_later_in_a_turn_the_standings_are_not_told_again() -> None:
    seen = set()
    seats = ["britain", "france", "russia"]
    for payload, _ in reports(SEVEN_YEARS, "standings", seats, every=3, form=False):
        question, news = payload.get("question"), payload["events"]
        if question and question["kind"] == "turn":
            begins = any(event["what"] in ("player_turn", "treasury_done") for event in news)
            written = compose_mail.written(mail_of(payload), SEVEN_YEARS.words).blocks
            titles = [block.text for block in written if isinstance(block, d.Heading)]
            seen.add((begins, "Where everybody stands" in titles))
    assert seen == {(True, True), (False, False)}


def test_as_a_turn_begins_the_map_stands_for_what_it_shows() -> None:
    begins = {"question": REPORT["question"], "events": STEP["events"]}
    shown = headings(STEP | begins)

    assert {"Where everybody stands", "For you alone", "Your orders"} <= set(shown)
    assert "Regions" not in shown
    assert "Regions" in headings(STEP | begins | {"map": False})


def test_the_whole_position_is_told_at_the_end_of_a_round_and_when_it_was_asked_for() -> None:
    told = ["Where everybody stands", "Regions", "Tiles and alliances", "For you alone"]
    ended = STEP | {"events": [*STEP["events"], ROUND]}

    assert set(told) <= set(headings(ended | {"question": None}))
    assert set(told) <= set(headings(ended | {"question": REPORT["question"]}))
    assert set(told) <= set(headings(STEP | {"about": {"whole": True}}))


def test_a_question_that_comes_up_within_a_turn_is_short_at_the_end_of_a_round_too() -> None:
    assert headings(STEP | {"events": [*STEP["events"], ROUND]}) == []


def test_the_whole_position_is_told_when_the_host_has_changed_it() -> None:
    undone = event("undone", line=7, because="a slip", new_dice=False)

    assert "Regions" in headings(STEP | {"events": [undone]})


def test_what_is_held_is_told_in_a_short_report_too() -> None:
    held = {"orders": ["claim Mercenaries"], "answers": [], "stopped": ""}

    assert "Your saved orders" in headings(STEP | {"held": held})


def test_a_map_on_which_nothing_has_changed_is_not_said_to_be_marked() -> None:
    (place,) = (
        block
        for block in compose_mail.written(mail_of(STEP | {"events": []}), GAME.words).blocks
        if isinstance(block, d.MapPlace)
    )

    assert (place.text, place.caption) == ("The map is attached.", "")


@pytest.mark.parametrize(
    ("code", "heading", "free", "priced"),
    [
        ("en", "Tiles to claim", "free", ("8 gold", "War Office")),
        ("de", "Plättchen zu kaufen", "kostenlos", ("8 Gold", "Kriegsministerium")),
    ],
)
def test_the_whole_position_has_the_tiles_still_on_display_by_their_costs(
    code: str, heading: str, free: str, priced: tuple[str, str]
) -> None:
    seats = ["britain", "france", "austria", "prussia"]
    payload, _ = next(reports(GAME, "tiles", seats, form=False))
    whole = payload | {"about": {"whole": True}, "language": code}
    blocks = compose_mail.written(mail_of(whole), GAME.words).blocks
    named = [isinstance(block, d.Heading) and block.text == heading for block in blocks]
    table = blocks[named.index(True) + 1]

    assert isinstance(table, d.Table)
    rows = [tuple(d.words(cell) for cell in row) for row in table.rows]
    assert rows[0][0] == free
    assert priced in rows
    stock = {tile for tile, left in payload["view"]["stock"].items() if left}
    assert sum(len(row[1].split(", ")) for row in rows) == len(stock)
