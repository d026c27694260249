"""What is only said in front of an order does not put it in doubt; what may change it does."""

import pytest

from tests.engine.orders.understanding.mails_read import ordered, read

HERE = "struggle_of_empires/breadth/action_1"


@pytest.mark.parametrize(
    "text",
    [
        "I'm itching to claim Banking.",
        "With a heavy heart I claim Banking",
        "Orders from headquarters: claim Banking",
        "Our generals agree that it is time we claim Banking",
        "Schweren Herzens nehme ich das Bankwesen.",
        "Voller Zuversicht nehme ich das Bankwesen.",
    ],
)
def test_an_order_is_clear_behind_words_that_order_nothing(text: str) -> None:
    assert ordered(HERE, text) == ["claim Banking"]


@pytest.mark.parametrize(
    "text",
    [
        "I forgot to claim Banking.",
        "I'm too tired to claim Banking",
        "My ally is itching to claim Banking",
        "Plan B for tomorrow: claim Banking",
        "I'm itching to claim Banking, but not yet",
        "It would be a shame to claim Banking",
        "Mein Nachbar brennt darauf, das Bankwesen zu nehmen",
        "Ich habe vergessen, das Bankwesen zu nehmen",
    ],
)
def test_words_that_may_change_it_keep_it_in_doubt(text: str) -> None:
    assert all(reading.sort != "order" for reading in read(HERE, text).readings)
