"""What features do with mails is asked for, in one place each."""

from collections import Counter

import pytest

from pbem.daemon.features import FEATURES
from pbem.inbox import precedence_in_players_mails
from pbem.inbox.players_commands import COMMANDS

REGISTERED = [feature.inbox for feature in FEATURES if feature.inbox]
BY_VERB = ("commands", "confirmed", "public_commands", "answers", "fits", "entrants", "tagged")


@pytest.mark.parametrize("hook", BY_VERB)
def test_no_two_features_claim_the_same(hook):
    claimed = Counter(name for hooks in REGISTERED for name in getattr(hooks, hook))
    assert claimed
    assert [name for name, times in claimed.items() if times > 1] == []


def test_each_command_of_players_that_a_feature_has_is_done_at_one_moment_of_a_mail():
    moments = [
        *precedence_in_players_mails.ALONE,
        *precedence_in_players_mails.BEFORE_ORDERS,
        "undo",
        *precedence_in_players_mails.AFTER_ORDERS,
    ]
    assert sorted(moments) == sorted(verb for hooks in REGISTERED for verb in hooks.commands)


@pytest.mark.parametrize("hook", ["commands", "confirmed", "public_commands", "answers", "fits"])
def test_features_claim_no_command_that_mails_cannot_say(hook):
    assert {verb for hooks in REGISTERED for verb in getattr(hooks, hook)} <= set(COMMANDS)
