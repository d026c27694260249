"""The forms of a game's orders, as help and crib sheet list them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.forms import Form
from engine.orders import Vocabulary


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
