"""What was read with doubts and is not possible: no yes is asked for."""

import pytest

from engine.struggle_of_empires import GAME
from tests.pbem.reports.sampled import compose
from tests.pbem.reports.samples import MAILS


@pytest.mark.parametrize(
    ("code", "yes", "said"),
    [
        ("en", '"yes"', "the first of them is not possible, so nothing was played"),
        ("de", "»ja«", "schon die erste Zeile ist nicht möglich. Ausgeführt wurde nichts"),
    ],
)
def test_of_what_is_not_possible_no_yes_is_asked(code: str, yes: str, said: str) -> None:
    (line,) = MAILS["ask"]["lines"]
    about = {"doubts": ["Best be going."]}
    texts = {}
    for status in ("possible", "impossible"):
        lines = [line | {"status": status}]
        mail = compose(
            MAILS["ask"] | {"about": about, "lines": lines, "language": code}, GAME.words
        )
        texts[status] = " ".join(f"{mail.subject} {mail.text}".split())

    assert yes in texts["possible"]
    assert yes not in texts["impossible"]
    assert said in texts["impossible"]
