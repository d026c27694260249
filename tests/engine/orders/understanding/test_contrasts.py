"""What is only named to say that something else is meant is left out of an unclear mail."""

import pytest

from tests.engine.orders.understanding.test_understanding import meaning, read


def ordered(text: str) -> list[str]:
    """What a mail orders beyond doubt."""
    return [line for each in read(text) if each.sort == "order" for line in each.lines]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Move the army from India, not the navies, to Africa", "move army India to Africa"),
        ("Build a navy, no army, in Africa.", "build navy in Africa"),
        ("Build a navy in Africa, not in India, not at home", "build navy in Africa"),
        ("Attack not Spain but France in the Caribbean.", "attack France in Caribbean"),
        ("Build an army in Africa and no navy", "build army in Africa"),
        ("Instead of attacking France in Africa, claim Banking.", "claim Banking"),
        ("Rather than attack France I build a navy in Africa", "build navy in Africa"),
        ("Build a navy in Africa instead of sitting around", "build navy in Africa"),
        ("Ich baue eine Marine nicht in Indien, sondern in Afrika", "build navy in Africa"),
        ("Statt Frankreich anzugreifen, nehme ich Banking", "claim Banking"),
    ],
)  # fmt: skip
def test_what_is_denied_beside_what_is_meant_leaves_an_order_clear(text: str, line: str) -> None:
    assert meaning(ordered(text)) == meaning([line])


@pytest.mark.parametrize(
    "text",
    [
        "Attack in the Caribbean, not France",
        "Move two units from India, not the navies, to Africa",
        "Build no army in Africa",
        "Instead of attacking France in the Caribbean, attack them there",
        "No fort in Africa, an army",
    ],
)
def test_a_denial_that_says_more_is_not_left_out(text: str) -> None:
    assert ordered(text) == []
