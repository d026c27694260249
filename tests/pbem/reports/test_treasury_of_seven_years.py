"""What a report tells who spends a treasury in the Seven Years World War."""

from typing import Any

import pytest

from engine.seven_years_world_war import GAME
from tests.pbem.reports.playing import reports
from tests.pbem.reports.sampled import compose

SEATS = ["britain", "france", "russia"]


@pytest.fixture(scope="module")
def treasury() -> dict[str, Any]:
    """The report with which a treasury begins behind a round's end."""
    told = (payload for payload, _ in reports(GAME, "treasury", SEATS, form=False))
    return next(filter(begins, told))


def begins(payload: dict[str, Any]) -> bool:
    question, news = payload.get("question"), {event["what"] for event in payload["events"]}
    return bool(question and question["kind"] == "treasury" and "initiative" in news)


def of_others(payload: dict[str, Any]) -> set[str]:
    """Squares in which only others have units."""
    own = set(payload["view"]["powers"][payload["seat"]])
    return {square for square, there in payload["view"]["units"].items() if not own & set(there)}


@pytest.mark.parametrize(
    ("code", "units", "prices"),
    [
        ("en", "YOUR UNITS", ["army 3", "fortified zone 3", "training 1"]),
        ("de", "DEINE EINHEITEN", ["Armee 3", "Festungszone 3", "Ausbildung 1"]),
    ],
)
def test_the_own_units_and_the_prices_stand_for_the_whole_position(treasury, code, units, prices):
    text = compose(treasury | {"language": code}, GAME.words).text

    assert units in text
    assert all(price in " ".join(text.split()) for price in prices)
    behind = text.partition(units)[2]
    assert not [square for square in of_others(treasury) if f" {square} 1b" in behind]


def test_without_a_map_or_when_asked_for_the_whole_position_is_told(treasury):
    for payload in (treasury | {"map": False}, treasury | {"about": {"whole": True}}):
        text = compose(payload, GAME.words).text
        assert "\nUNITS\n" in text
        assert all(square in text for square in of_others(treasury))


@pytest.mark.parametrize(
    ("code", "stands", "waits", "offered"),
    [
        (
            "en",
            'Your agreement 1 with France holds until game turn 4: "no attacks".',
            'Proposal 2 of France waits for your answer: "stay out of C16". Write',
            'Your proposal 3 to France waits for an answer: "hands off Poland".',
        ),
        (
            "de",
            "Deine Vereinbarung 1 mit Frankreich gilt bis Runde 4: »keine Angriffe«.",
            "Vorschlag 2 von Frankreich wartet auf deine Antwort: »C16 wird nicht betreten«.",
            "Dein Vorschlag 3 an Frankreich wartet auf eine Antwort: »hands off Poland«.",
        ),
    ],
)
def test_agreements_and_proposals_are_told_as_long_as_they_stand(
    treasury, code, stands, waits, offered
):
    seat, other = treasury["seat"], "france"
    assert seat != other
    view = treasury["view"] | {
        "agreements": [{"n": 1, "parties": [seat, other], "clause": "no attacks", "until": 4}],
        "proposals": [
            {"n": 2, "parties": [other, seat], "clause": "stay out of C16", "until": 0},
            {"n": 3, "parties": [seat, other], "clause": "hands off Poland", "until": 0},
        ],
    }
    text = " ".join(compose(treasury | {"language": code, "view": view}, GAME.words).text.split())

    for sentence in (stands, waits, offered):
        assert sentence in text
