"""What a host and Prometheus hear of how the moderator does."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest

from pbem.daemon.moderator_folder import opened
from pbem.daemon.monitoring import health
from tests.pbem.cli.conftest import NOW

LINE = re.compile(r"pbem_[a-z_]+ (-?[0-9.e+]+|inf)")


def state(club, *args):
    """What `pbem status --health` says, a word and a text a line, and its exit code."""
    result = club.pbem("status", "--health", *args)
    lines = dict(reversed(line.split("  ", 1)) for line in result.stdout.splitlines())
    return {said.strip(): word.strip() for said, word in lines.items()}, result.exit_code


def failing(club):
    said, code = state(club)
    bad = [text for text, word in said.items() if word == "FAIL"]
    assert code == (1 if bad else 0)
    return bad


def test_a_moderator_that_has_just_worked_is_well(playing):
    assert failing(playing) == []


def test_one_that_never_ran_says_so(club):
    (bad,) = failing(club)
    assert bad.startswith("the mailbox has never been read: is `pbem run` running?")


def test_one_that_stopped_reading_its_mailbox_is_not_well(playing):
    playing.now += timedelta(minutes=11)
    (bad,) = failing(playing)
    assert bad.startswith("mailbox read 11 minutes ago: is `pbem run` running?")


def test_a_mail_that_nobody_judges_is_seen(playing):
    playing.run(minutes=1)
    playing.sql("UPDATE inbound_mail SET status = 'new', arrived = '2026-12-01 18:00:00'")
    (bad,) = failing(playing)
    assert bad.startswith("2 mails received, not judged yet, the oldest came 2 hours ago: ")


def test_a_mail_that_is_not_sent_is_seen_after_an_hour(playing):
    playing.sql("UPDATE outgoing SET state = 'waiting', created = '2026-12-01 19:30:00'")
    assert failing(playing) == []
    playing.sql("UPDATE outgoing SET created = '2026-12-01 17:59:00'")
    (bad,) = failing(playing)
    assert "to send, the oldest came 2 hours ago: the log says" in bad


def test_a_deadline_that_nobody_handles_is_seen_and_that_of_a_pause_is_none(playing):
    playing.sql("""UPDATE "window" SET next_at = '2026-12-01 19:00:00' WHERE state = 'open'""")
    (bad,) = failing(playing)
    assert bad.startswith("1 deadline or reminder overdue: ")
    playing.sql("UPDATE game SET status = 'paused'")
    assert failing(playing) == []


def test_clocks_that_stand_still_are_not_well(playing):
    playing.sql("UPDATE safety_stop SET since = '2026-12-01 19:00:00', why = 'silent'")
    (bad,) = failing(playing)
    assert bad.startswith("all clocks stand still: `pbem status` says why")


def test_programs_get_the_figures_as_json(playing):
    figures = json.loads(playing.done("status", "--health", "--json"))
    assert figures["games_running"] == 1
    assert figures["free_megabytes"] > 0


def test_prometheus_gets_a_help_a_type_and_a_value_for_each_figure(playing):
    with opened(playing.folder) as world:
        signs = health.signs(world, NOW)
    lines = health.prometheus(signs).splitlines()
    assert len(lines) == 3 * len(signs)
    for sign, (about, kind, value) in zip(signs, zip(*[iter(lines)] * 3, strict=True), strict=True):
        assert about == f"# HELP pbem_{sign.name} {sign.help}"
        assert kind == f"# TYPE pbem_{sign.name} gauge"
        assert LINE.fullmatch(value)
        assert float(value.split()[1]) == pytest.approx(sign.value, rel=1e-4)
