"""The order block of a report is found in the answer, in every language."""

import pytest

from engine.struggle_of_empires import GAME
from pbem.mail.quotes import END, HEAD
from pbem.reports import compose_mail
from pbem.reports.languages.language import codes
from tests.pbem.reports.sampled import mail_of
from tests.pbem.reports.samples import REPORT


@pytest.mark.parametrize("code", codes())
def test_the_block_begins_and_ends_as_the_reader_of_mails_knows_it(code: str) -> None:
    mail = mail_of(REPORT)
    mail.language = code
    head, *suggested, end = compose_mail.order_block(mail, GAME.words)
    assert HEAD.match(head)
    assert f"orders {mail.game.name} {mail.seat} w{mail.position.window} " in head
    assert all(line.startswith("# ") for line in suggested)
    assert END.match(end)
