"""How kinds of questions are answered in few words: a table of a game's vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from engine.orders.lexicon import Word, tokens


class QuestionWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """How a kind of question is answered in few words.

    `yes`, `no`: what these are, as lines. `ok`: what a mere consent is, if that is no `yes`.
    `again`: it is answered several times, line by line. `amount`: the path of the number that an
    answer takes by itself, so that it may be said too; `{1}` is the argument of the choice.
    `light`: words that add nothing to an answer. `agreeing`, `refusing`: phrases that are a yes or
    a no of this question. `spared`: words by which the thing named is not the one that is meant.
    `amounts`: what is counted in the answer with the verb `amounts_of`, by its places; `short` and
    `collective` are words that stand for these, and those that mean all of one. `sides`: the words
    for each place of the answer with the verb `amounts_of` that takes a name, behind an amount;
    `paid` and `paying` stand behind and before an amount, `free` and `lowest` are the facts with
    the names that can be placed and the least amount. `plans`: phrases by the plan that they stand
    for; `unlikely`: verbs of answers that are not meant where others may be; `making`: verbs that
    make what there is not yet; `telling`: words by
    which an answer is told from others, and what stands in its line; `once`: verbs of what is
    done once; `outcomes`: by the verb of an order, what it means that it works and that it does
    not: all in the table `any`. `refusal`: what is done where no plan is followed. `below`: it may
    stand below the order that leads to it without its verb. `against`: by the side of whom is
    asked, the fact that names the other side. `same`: by place, the fact that holds what stands
    there already. `listed`: by place, the fact that holds a list in which `the first` and `the
    last` are counted. `single`: one order is all that a turn has room for. `price`: in what an
    order is paid, so that it may be said how much that is. `held`: the fact that lists what can be
    named, each as often as there is of it: `the galleys` are all of them.
    """

    yes: str = ""
    no: str = ""
    ok: str | None = None
    again: bool = False
    amount: str = ""
    light: tuple[str, ...] = ()
    agreeing: tuple[str, ...] = ()
    refusing: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    amounts_of: str = ""
    amounts: tuple[str, ...] = ()
    short: dict[str, str] = msgspec.field(default_factory=dict)
    collective: tuple[str, ...] = ()
    sides: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    paid: tuple[str, ...] = ()
    paying: tuple[str, ...] = ()
    unlikely: tuple[str, ...] = ()
    making: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    outcomes: dict[str, tuple[str, str]] = msgspec.field(default_factory=dict)
    telling: dict[str, str] = msgspec.field(default_factory=dict)
    plans: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    refusal: str = ""
    free: str = ""
    lowest: str = ""
    same: dict[str, str] = msgspec.field(default_factory=dict)
    below: bool = False
    against: dict[str, str] = msgspec.field(default_factory=dict)
    listed: dict[str, str] = msgspec.field(default_factory=dict)
    single: bool = False
    price: tuple[str, ...] = ()
    held: str = ""

    @property
    def consent(self) -> str:
        """What a mere consent is."""
        return self.yes if self.ok is None else self.ok

    @cached_property
    def phrases(self) -> Mapping[str, list[tuple[Word, ...]]]:
        """The words of the phrases that are a yes, or a no."""
        said = {"yes": self.agreeing, "no": self.refusing}
        return {word: [tuple(tokens(text)) for text in texts] for word, texts in said.items()}

    @cached_property
    def price_words(self) -> frozenset[Word]:
        """In what an order is paid."""
        return frozenset(word for text in self.price for word in tokens(text))

    @cached_property
    def light_words(self) -> frozenset[Word]:
        """The words that add nothing to an answer."""
        return frozenset(word for text in self.light for word in tokens(text))

    def against_of(self, facts: Mapping[str, Any]) -> list[str]:
        """The facts that name who is fought against."""
        return [path for side, path in self.against.items() if facts.get("side") == side]


ANY = "any"
"""The table for what is asked, whatever it is."""
NO_WORDS = QuestionWords()
