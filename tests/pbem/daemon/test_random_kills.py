"""Killed at random moments and started again, the moderator does what it would have done, once.

Here the kernel ends the processes (SIGKILL) wherever they are; in `test_killing.py` of the campaign
they die at each step in turn.
"""

import psycopg
import pytest

from tests.pbem.daemon import random_kills
from tests.processes import begun

KILLS = [5, pytest.param(1_000, marks=pytest.mark.soak)]
HARMS = [4, pytest.param(1_000, marks=pytest.mark.soak)]
"""Each of four is another harm."""


def trial(folder, url, kills, server=None):
    """How many kills there were, and what was different."""
    process, pipe = begun(random_kills.main, folder, url, kills, server)
    came = pipe.recv()
    process.join()
    return came


@pytest.mark.parametrize("kills", KILLS)
def test_killed_at_random_moments_it_does_everything_once(tmp_path, kills):
    killed, different = trial(tmp_path, None, kills)
    assert (killed >= kills, different) == (True, [])


@pytest.mark.parametrize("kills", KILLS)
def test_three_on_one_database_do_everything_once_whichever_is_killed(tmp_path, shared, kills):
    killed, different = trial(tmp_path, shared, kills)
    assert (killed >= kills, different) == (True, [])


@pytest.mark.parametrize("kills", HARMS)
def test_nor_does_it_matter_who_stands_still_or_whether_their_server_ends(tmp_path, mortal, kills):
    url = mortal.url + "postgres"
    with psycopg.connect(url, autocommit=True) as db:
        for limit in ("idle_session_timeout", "idle_in_transaction_session_timeout"):
            db.execute(f"ALTER DATABASE postgres SET {limit} = '{random_kills.LEASE}'")
    killed, different = trial(tmp_path, url, kills, mortal)
    assert (killed >= kills, different) == (True, [])
