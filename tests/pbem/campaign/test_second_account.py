"""A second outgoing account takes what the first cannot get through; both are real servers."""

import smtplib
from contextlib import contextmanager
from email import message_from_bytes

import pytest

from pbem.campaign.sending import second_account
from pbem.demo.loopback import free_port, smtp_server
from pbem.mail.transports.configured import way_out
from pbem.settings.sections.mail import SecondSmtp
from pbem.store import tables as t
from tests.house import ADDRESS, HOST, PLAYERS

CLOUD = "cloud@example.net"


class Server:
    """What a server has taken, and what it refuses: an answer for each recipient, "" for all."""

    def __init__(self):
        self.got, self.no, self.envelopes = [], {}, []

    def deliver(self, sender, recipient, raw):
        if refusal := self.no.get(recipient) or self.no.get(""):
            code, _, words = refusal.partition(" ")
            refused = {recipient: (int(code), words.encode())}
            raise smtplib.SMTPRecipientsRefused(refused)
        self.got.append((recipient, message_from_bytes(raw)))
        self.envelopes.append(sender)

    @property
    def recipients(self):
        return sorted(recipient for recipient, _ in self.got)


@pytest.fixture
def servers():
    return Server(), Server()


@contextmanager
def sending(house, first, second, down=False, **settings):
    """The house sends by these two; `down`: nobody listens at the first."""
    with smtp_server(first.deliver) as one, smtp_server(second.deliver) as two:
        out = {"kind": "smtp", "host": "127.0.0.1", "tls": "none", "user": "", "timeout": 5}
        given = {"out": {**out, "port": free_port() if down else one}}
        del out["kind"]
        given["second"] = {**out, "port": two, **settings}
        house.limit("mail", **type(house.world.config.mail).model_validate(given).__dict__)
        house.transport = way_out(house.world.config)
        yield


def an_order(house):
    seat = house.session().waiting()[0]
    house.order(seat, "place army in India")
    return f"{seat}@example.org"


def test_as_long_as_the_first_works_the_second_is_not_used(setting_up, servers):
    an_order(setting_up)
    with sending(setting_up, *servers):
        setting_up.cycle(minutes=1)
    assert [len(server.got) for server in servers] == [2, 0]


def test_domains_that_the_host_names_are_served_by_the_second(setting_up, servers):
    an_order(setting_up)
    with sending(setting_up, *servers, domains="Example.COM, example.org"):
        setting_up.cycle(minutes=1)
    assert [len(server.got) for server in servers] == [0, 2]


def test_a_first_account_that_is_down_for_long_is_stood_in_for(setting_up, servers):
    an_order(setting_up)
    with sending(setting_up, *servers, down=True):
        for minutes in (1, 1, 5):
            setting_up.cycle(minutes=minutes)
            assert servers[1].got == []
        setting_up.cycle(minutes=15)
    assert len(servers[1].got) == 2
    assert {row.state for row in setting_up.rows(t.Outgoing)} == {"sent"}


def test_a_mail_keeps_its_id_and_is_answered_as_ever_by_whichever_account_it_came(
    setting_up, servers
):
    seat = an_order(setting_up)
    with sending(setting_up, *servers, domains="example.org", address=CLOUD):
        setting_up.cycle(minutes=1)
    ((_, receipt),) = [one for one in servers[1].got if one[0] == seat]
    (row,) = setting_up.rows(t.Outgoing, recipient=seat, kind="receipt")
    assert receipt["Message-ID"] == f"<{row.message_id}>"
    assert CLOUD in receipt["From"]
    assert "<games+soe1-" in receipt["Reply-To"]


def test_mails_without_a_tag_are_answered_to_the_moderator_too(setting_up, servers):
    setting_up.mail("stranger@example.org", "help")
    with sending(setting_up, *servers, domains="example.org", address=CLOUD):
        setting_up.cycle(minutes=1)
    ((_, answer),) = servers[1].got
    assert (CLOUD in answer["From"], ADDRESS in answer["Reply-To"]) == (True, True)


def test_its_own_envelope_sender_is_used(setting_up, servers):
    an_order(setting_up)
    bounces = "bounces@example.net"
    with sending(setting_up, *servers, domains="example.org", envelope_sender=bounces):
        setting_up.cycle(minutes=1)
    assert servers[1].envelopes == [bounces] * 2


def test_a_server_that_wants_no_mails_from_the_first_gets_them_from_the_second(setting_up, servers):
    player = an_order(setting_up)
    servers[0].no[player] = "550 5.7.1 your address is on a list"
    with sending(setting_up, *servers):
        setting_up.cycle(minutes=1)
        assert servers[1].got == []
        setting_up.cycle(minutes=1)
    assert servers[1].recipients == [player]
    assert not setting_up.rows(t.Outgoing, recipient=HOST)


def test_too_many_mails_by_the_first_pass_to_the_second(setting_up, servers):
    player = an_order(setting_up)
    servers[0].no[player] = "421 4.7.0 too many messages from you"
    with sending(setting_up, *servers):
        setting_up.cycle(minutes=1)
        setting_up.cycle(minutes=1)
    assert servers[1].recipients == [player]


def test_an_address_that_is_not_there_is_not_tried_by_the_second(setting_up, servers):
    player = an_order(setting_up)
    servers[0].no[player] = "550 5.1.1 no such user"
    with sending(setting_up, *servers):
        setting_up.cycle(minutes=1)
        setting_up.cycle(minutes=30)
    assert servers[1].got == []
    assert setting_up.rows(t.Outgoing, recipient=player, state="failed")


def test_what_both_refuse_for_good_is_given_up_and_the_host_hears(setting_up, servers):
    player = an_order(setting_up)
    for server in servers:
        server.no[player] = "550 5.7.1 we do not like this mail"
    with sending(setting_up, *servers):
        setting_up.cycle(minutes=1)
        setting_up.cycle(minutes=1)
        setting_up.cycle(minutes=1)
    assert setting_up.rows(t.Outgoing, recipient=player, state="failed")
    assert HOST in servers[0].recipients


def test_a_second_account_that_refuses_everything_loses_no_mail(setting_up, servers):
    """Its settings may be wrong: the first one, which is only down, has more turns."""
    an_order(setting_up)
    servers[1].no[""] = "554 5.7.1 relay access denied"
    with sending(setting_up, *servers, down=True):
        for minutes in (1, 1, 5, 15, 60, 240):
            setting_up.cycle(minutes=minutes)
    assert {row.state for row in setting_up.rows(t.Outgoing, sent=None)} == {"waiting"}
    with sending(setting_up, *servers):
        for _ in range(3):
            setting_up.cycle(minutes=240)
    assert len(servers[0].got) >= 2


@pytest.mark.parametrize("named", [False, True])
def test_the_accounts_take_turns_behind_the_first_tries(house, named):
    house.limit("mail", second=second(domains="example.org" if named else ""))
    row = t.Outgoing(recipient=PLAYERS[0], attempts=0)

    def by_second(attempts):
        row.attempts = attempts
        return second_account.goes_second(house.world.config, row)

    turns = [by_second(attempts) for attempts in range(7)]
    assert [turn != named for turn in turns] == [False, False, False, True, False, True, False]


def second(**settings):
    return SecondSmtp(host="smtp.example.net", **settings)


def test_a_mail_of_the_second_address_that_comes_back_is_the_moderators_own(setting_up):
    setting_up.limit("mail", second=second(address=CLOUD))
    setting_up.mail(CLOUD, "status")
    assert setting_up.cycle(minutes=1) == []
    assert setting_up.letters()[-1] == ("ignored", "our_own")
