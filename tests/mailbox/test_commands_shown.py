"""Each command by mail, a player's or the host's, has a step of a script that shows its success,
one that shows its refusal, and one where somebody writes it who may not.

A step says so by `shows = ["undo: refusal", "host extend: misuse"]`; the host's begin with `host`.
"""

import re
from itertools import product

import pytest

from pbem.inbox.hosts_commands import HOST_COMMANDS
from pbem.inbox.players_commands import COMMANDS
from pbem.inbox.reading import hosts_grammar, requests
from tests.mailbox.scripts_read import shown

PLAYERS = list(COMMANDS)
HOSTS = [f"host {spec.verb}" for spec in HOST_COMMANDS]
OUTCOMES = ["success", "refusal", "misuse"]
NEEDS_NONE = {
    ("help", "refusal"): "there is help for everybody who asks",
    ("help", "misuse"): "there is help for everybody who asks",
    ("join", "misuse"): "anybody may ask; the yes to it has to come from the address",
    ("wait", "misuse"): "anybody may wait; the yes to an offer has to come from the address",
    ("subscribe", "misuse"): "anybody may ask; the yes to it has to come from the address",
    ("unsubscribe", "misuse"): "anybody may end what comes to his own address",
    ("status", "refusal"): "there is a status before, in and after a game",
    ("orders?", "refusal"): "that nothing is held is an answer, too",
    ("clear", "refusal"): "where nothing is held, nothing is what is held then",
    ("diary?", "refusal"): "that it is empty is an answer, too",
    ("resend", "refusal"): "before there is a report there is a status",
    ("preferences", "refusal"): "everybody who plays may see what he prefers",
    ("new token", "refusal"): "everybody who plays may have new tags at any time",
    ("preview", "refusal"): "a preview of orders that are refused says so",
}
"""What can have no script, and why."""
TOLD = {"wait": "refused"}
"""Mails of a kind for refusals that tell of a success."""
REFUSALS = {"refused", "denied", "unreadable"}
TO_THE_OWNER = {"elsewhere", "ask", "denied", "host_ask"}
"""What a mail of somebody who may not brings about: a question to whom the seat is."""

STEPS = shown()
each_step = pytest.mark.parametrize(
    ("step", "command", "outcome"),
    [step[2:] for step in STEPS],
    ids=[f"{name}-{number}-{command}-{outcome}" for name, number, _, command, outcome in STEPS],
)


def test_every_command_is_shown_in_its_success_its_refusal_and_its_misuse():
    wanted = set(product([*PLAYERS, *HOSTS], OUTCOMES)) - set(NEEDS_NONE)
    holes = sorted(wanted - {step[3:] for step in STEPS})
    assert holes == [], 'write a script, and mark its step by shows = ["COMMAND: OUTCOME"]'


def test_nothing_is_shown_that_is_said_to_need_no_script():
    assert {step[3:] for step in STEPS} & set(NEEDS_NONE) == set()


def test_a_command_that_cannot_be_misused_is_one_that_anybody_may_send():
    freely = {command for command, outcome in NEEDS_NONE if outcome == "misuse"}
    assert freely == {verb for verb, spec in COMMANDS.items() if spec.who == "anybody"} - {
        *("name", "dice")  # which mean nothing but beside a wish to join
    }


@each_step
def test_a_step_that_shows_a_command_has_it_in_its_mail(step, command, outcome):
    assert command in PLAYERS or command in HOSTS
    assert outcome in OUTCOMES
    assert command in commands_of(step)


@each_step
def test_a_step_is_answered_as_its_outcome_says(step, command, outcome):
    CHECKS[outcome](step, command)


def succeeds(step, command):
    kinds = {mail["kind"] for mail in step["sends"] if mail["to"] == writer(step)}
    assert kinds
    assert not kinds & REFUSALS - {TOLD.get(command)}
    assert not is_foreign(step, command)


def is_refused(step, command):
    """Who asked hears why, and nobody else hears anything."""
    assert {mail["to"] for mail in step["sends"]} == {writer(step)}
    assert any(mail.get("says") for mail in step["sends"])
    assert not is_foreign(step, command)


def is_misused(step, command):
    """Whose it is may hear of it; who wrote learns nothing but that only the host may."""
    assert is_foreign(step, command)
    assert {mail["kind"] for mail in step.get("sends", [])} <= TO_THE_OWNER
    assert step.get("sender") not in {mail["to"] for mail in step.get("sends", [])}
    if not step.get("sends"):
        assert step["then"]["letter"][0] == "ignored"


CHECKS = {"success": succeeds, "refusal": is_refused, "misuse": is_misused}


def writer(step):
    return step.get("sender", step["from"])


def is_foreign(step, command):
    """Whether it was not written by the one who may: not from the address that was written to, by
    nobody who plays, or by a player in the host's place."""
    stranger = "sender" in step or step["from"].startswith(("stranger@", "reader@"))
    return stranger or (command.startswith("host ") and step["from"] != "host")


def commands_of(step):
    """The commands that the mail of a step has, in its text or its subject."""
    text = re.sub(r"\{last \w+\}", "12", step["text"])
    lines = [*text.splitlines(), step.get("subject", "")]
    said = requests.read(lines)
    mine = {command.verb for command in said.commands} | set(said.settings)
    mine |= {piece.kind for piece in said.pieces}
    return mine | {
        f"host {act.verb}" for act in hosts_grammar.handle(said.written, said.pieces).acts
    }
