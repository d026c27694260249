"""The forms of a game's orders and of what they may depend on, as help, crib sheet and order form
list them."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.orders.forms import Form
from engine.orders.policy import Test
from engine.orders.vocabulary import Vocabulary


def usages(words: Vocabulary, rules: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Each form with its line of help, without those that the rules at hand have no use for.

    `rules`: what `Game.rules_facts` says of a game.
    """
    without = rules.get("without", {})
    told = {form.usage: form.help for form in words.forms if form.help and _used(form, without)}
    return list(told.items())


def _used(form: Form, without: Mapping[str, Any]) -> bool:
    if form.choice[0] in without.get("verbs", ()):
        return False
    return not form.kinds or any(kind not in without.get("kinds", ()) for kind in form.kinds)


def clauses(words: Vocabulary, section: str) -> list[tuple[str, str]]:
    """The conditions, situations or plans (`section`) that can be written, each with its help."""
    found: Sequence[Test] = getattr(words.words.clauses, section, ())
    return [(_begun(section, test.usage), test.help) for test in found if test.help]


def _begun(section: str, usage: str) -> str:
    """A situation is written with `when`, unless it begins with a word of place or time."""
    bare = section != "situations" or usage.startswith(("in ", "at "))
    return usage if bare else f"when {usage}"
