"""What a mail may do, by how far it is believed to be from whom it seems to be from."""

import pytest

from tests.house import PLAYERS, kinds

BRITAIN, THIEF = PLAYERS[0], "thief@elsewhere.example"
OWN = {"Authentication_Results": "mx.example.org; dmarc=fail header.from=example.org"}
OTHER = {"Authentication_Results": "mx.evil.example; dmarc=fail header.from=example.org"}


@pytest.fixture
def house(setting_up):
    setting_up.limit("mail", authserv_id="mx.example.org")
    return setting_up


def proven(house, tagged, text):
    house.answer(tagged, text)


def doubted_by_another_server(house, tagged, text):
    house.answer(tagged, text, **OTHER)


def doubted(house, tagged, text):
    house.answer(tagged, text, **OWN)


def elsewhere(house, tagged, text):
    house.answer(tagged, text, sender=THIEF)


def untagged(house, tagged, text):
    house.mail(tagged["To"], text, subject="[soe1] hello")


def forged(house, tagged, text):
    house.mail(THIEF, text, subject=tagged["Subject"].replace("-britain-", "-spain-"))


def stranger(house, _tagged, text):
    house.mail(THIEF, text, subject="hello")


REQUESTS = ["status", "help", "zone Europe/Madrid", "press to Spain: Hello", "place army in India"]
ANSWERS = {
    proven: ["status", "help", "status", "press", "receipt"],
    doubted_by_another_server: ["status", "help", "status", "press", "receipt"],
    doubted: ["doubted", "doubted", "doubted", "doubted", "doubted"],
    elsewhere: ["elsewhere", "elsewhere", "elsewhere", "elsewhere", "elsewhere"],
    untagged: ["status", "help", "ask", "ask", "ask"],
    forged: ["", "", "", "", ""],
    stranger: ["", "help", "", "", ""],
}


@pytest.mark.parametrize("writes", ANSWERS)
def test_each_request_of_a_player_is_worth_what_its_mail_is(house, writes):
    report, answers = house.last(BRITAIN), []
    for request in REQUESTS:
        writes(house, report, request)
        mails = house.cycle(minutes=1)
        answers.append("".join(kinds(mails[:1])))
    assert answers == ANSWERS[writes]
    played = house.session().view(None)["units"]["britain"]
    assert list(played) == (["india"] if "receipt" in answers else [])
