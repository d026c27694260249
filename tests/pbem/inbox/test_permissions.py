"""Who may do what by mail."""

import pytest

from pbem.inbox import permissions
from pbem.inbox.hosts_commands import HOST_COMMANDS
from pbem.inbox.reading import requests
from tests.wording import worded

HOSTS = [line for spec in HOST_COMMANDS if spec.pattern for line in spec.shown.write]


@pytest.mark.parametrize("line", HOSTS)
def test_a_player_is_denied_each_command_of_the_host_with_a_reason(line):
    left, denied = permissions.without_hosts(requests.read([line, "undo"]))
    assert [one.text for one in denied] == [line]
    assert "Only the host can" in worded(denied[0].reason)
    assert list(left.verbs) == ["undo"]


def test_a_line_that_says_it_is_the_hosts_is_denied_though_it_is_no_command():
    left, denied = permissions.without_hosts(requests.read(["host: brew coffee"]))
    assert (len(left), denied[0].reason.id) == (0, permissions.UNKNOWN)


@pytest.mark.parametrize(
    ("line", "waits", "grave"),
    [("undo", True, False), ("status", False, False), ("vote yes", True, True)],
)
def test_what_changes_something_waits_for_a_yes_and_what_is_grave_for_one_to_its_mail(
    line, waits, grave
):
    commands = requests.read([line]).commands
    assert [permissions.needs_yes(one) for one in commands] == [waits]
    assert permissions.is_grave(commands) == grave


def test_the_public_reports_are_for_anybody_and_a_players_undo_is_not():
    assert "subscribe" in permissions.allowed_to("anybody")
    assert "undo" not in (*permissions.allowed_to("anybody"), *permissions.allowed_to("readers"))
