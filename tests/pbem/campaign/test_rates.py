"""Rates of outgoing mail: no more a minute than the configuration allows, whoever sends."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_address
from pbem.campaign.sending import rates, rows_to_mails
from pbem.campaign.sending.rates import MINUTE, Allowance, within_a_minute
from pbem.reports.mails import HelpMail
from pbem.settings.sections.mail import Rates
from pbem.store import tables as t
from tests.house import House

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def limit(house, **settings):
    """From now on mails go out at these rates."""
    mail = house.world.config.mail.model_copy(update={"rates": Rates(**settings)})
    house.limit("mail", rates=mail.rates)


def write(house, **numbers):
    """So many mails wait for each domain."""
    with house.world.store.transaction() as db:
        post = Context(house.world, db, house.now, f"many mails {house.now}")
        for domain, number in numbers.items():
            for each in range(number):
                post.write(HelpMail(), to_address(f"player{each}@{domain}.com"))


def sent(house, **later):
    """How many mails go to each domain when time has passed."""
    mails = house.cycle(**later)
    return dict(Counter(mail["To"].partition("@")[2].removesuffix(".com") for mail in mails))


def test_a_domain_gets_no_more_a_minute_than_it_takes_and_holds_up_no_other(house):
    limit(house, domains="narrow.com 20")
    write(house, narrow=50, wide=30)
    assert sent(house) == {"narrow": 20, "wide": 30}
    assert sent(house, seconds=59) == {}
    assert sent(house, seconds=1) == {"narrow": 20}
    assert sent(house, seconds=60) == {"narrow": 10}


def test_a_limit_for_all_counts_the_mails_to_every_domain(house):
    limit(house, per_minute=25, domains="narrow.com 10")
    write(house, narrow=20, wide=30)
    assert sent(house) == {"narrow": 10, "wide": 15}
    assert sent(house, seconds=60) == {"narrow": 10, "wide": 15}
    assert sent(house, seconds=60) == {}


def test_without_limits_nothing_is_counted(house):
    write(house, narrow=50)
    assert sent(house) == {"narrow": 50}
    assert house.rows(t.SendingRate) == []


def test_what_a_server_puts_off_counts_as_well(house):
    limit(house, domains="narrow.com 2")
    write(house, narrow=3)
    house.transport.stalled = ["player0@narrow.com"]
    assert sent(house) == {"narrow": 1}
    assert sent(house, seconds=30) == {}
    assert sent(house, seconds=30) == {"narrow": 1}


def test_capital_letters_in_an_address_make_no_other_domain(house):
    limit(house, domains="Narrow.com 1")
    write(house, narrow=1, NARROW=1)
    assert sum(sent(house).values()) == 1


def test_a_clock_that_was_set_back_holds_up_nothing_for_long(house):
    limit(house, domains="narrow.com 5")
    write(house, narrow=10)
    assert sent(house) == {"narrow": 5}
    house.now -= timedelta(hours=1)
    write(house, narrow=5)
    assert sent(house) == {"narrow": 5}


def test_several_senders_share_the_rates(tmp_path, url):
    houses = [House(tmp_path / name, url) for name in ("one", "two", "three")]
    for house in houses:
        limit(house, per_minute=30, domains="narrow.com 10")
    write(houses[0], narrow=40, wide=40)
    taken = []

    def claim(house):
        while found := rows_to_mails.claimed(house.world, house.now):
            taken.extend(row.recipient.partition("@")[2] for row, _ in found)

    senders = [Thread(target=claim, args=(house,)) for house in houses]
    for thread in senders:
        thread.start()
    for thread in senders:
        thread.join()
    assert Counter(taken) == {"narrow.com": 10, "wide.com": 20}
    for house in houses:
        house.close()


@given(st.integers(1, 9), st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)), max_size=30))
def test_in_no_minute_is_more_taken_up_than_the_limit_says(most, tries):
    now, recent = NOW, []
    for later, wanted in tries:
        now += later * SECOND
        left = most - sum(number for _, number in within_a_minute(recent, now))
        recent.append((now, Allowance({rates.ALL: left}).most(wanted)))
    for at, _ in recent:
        assert sum(number for time, number in recent if at <= time < at + MINUTE) <= most


@pytest.mark.parametrize(
    ("domains", "limits"),
    [
        ("", {}),
        ("gmail.com 20", {"gmail.com": 20}),
        (" Gmail.com  20, outlook.com 10 ", {"gmail.com": 20, "outlook.com": 10}),
        ("gmail.com 20; outlook.com 10;", {"gmail.com": 20, "outlook.com": 10}),
    ],
)
def test_rates_by_domain_are_read(domains, limits):
    assert Rates(domains=domains).limits == limits


@pytest.mark.parametrize("domains", ["gmail.com", "20 gmail.com", "gmail.com 0", "gmail.com 20 5"])
def test_what_is_no_rate_is_refused(domains):
    with pytest.raises(ValueError, match="domains"):
        Rates(domains=domains)
