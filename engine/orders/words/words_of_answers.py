"""How kinds of questions are answered in few words: a table of a game's vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from engine.orders.words.lexicon import Word, tokens, words_in
from engine.orders.words.phrases import Phrases


class LeftToOthers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The words with which an answer is left to a plan: `you pick the best cards, this once`.

    `plan`: which. `best`: what it finds, one of which is said. `of`: of what. `who`: who chooses,
    and `chooses`, what is done then: where both are said, `of` need not be. `gives`: what is done
    for whoever chooses only: `leave the best cards at home`. `small`: what may stand beside them.
    """

    plan: str = ""
    best: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    who: tuple[str, ...] = ()
    chooses: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    small: tuple[str, ...] = ()

    @cached_property
    def words(self) -> Mapping[str, frozenset[Word]]:
        """The words of each of its lists."""
        names = ("best", "of", "who", "chooses", "gives")
        return {name: words_in(getattr(self, name)) for name in names}

    @cached_property
    def all_words(self) -> frozenset[Word]:
        """The words of all its lists."""
        return words_in(self.small).union(*self.words.values())

    def is_left(self, said: frozenset[Word]) -> bool:
        """Tell whether words leave the answer to it."""
        best, of, who, chooses, gives = (not said.isdisjoint(each) for each in self.words.values())
        return best and (who or not gives) and (of or (who and (chooses or gives)))


NOT_LEFT = LeftToOthers()


class QuestionWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """How a kind of question is answered in few words.

    `yes`, `no`: what these mean, as lines; `whole`: a yes needs no more. `ok`: what plain consent
    means, if that is not `yes`.
    `again`: it is answered several times, line by line. `amount`: the path of the number that an
    answer takes anyway, so that it may be said too; `{1}` is the choice's argument. `light`: words
    that add nothing to an answer. `agreeing`, `refusing`: phrases that are a yes or a no to this
    question. `spared`: words that say the thing named is not the one that is meant. `amounts`: what
    is counted in the answer with the verb `amounts_of`, by its places; `short` are words that stand
    for these, `collective` words that mean all of one. `sides`: the words for each place of that
    answer that takes a name, after an amount; `paid` and `paying` come after and before an amount,
    `free` and `lowest` are the facts with the names that can be placed and the least amount.
    `plans`: phrases by the plan that they stand for. `unlikely`: verbs of answers that are not
    meant if others may be. `making`: verbs that make something new. `telling`: words that tell an
    answer from others, and what is in its line. `once`: verbs of what is done once. `outcomes`: by
    an order's verb, what it means that it works and that it fails: all in the table `any`.
    `refusal`: what is done if no plan is followed. `below`: the verbs of orders that lead to it,
    below which it may come without its own. `behind`: the verbs of orders that lead to it, right
    behind which it may be answered in a sentence of its own. `against`: by the side of whoever is
    asked, the fact that names the other side. `same`: by place, the fact with what is there
    already. `listed`: by place, the fact with a list in which `the first` and `the last` are
    counted. `single`: a turn has room for one order only. `price`: what an order is paid in, so
    that its amount may be said.
    `held`: the fact that lists what can be named, each as often as there is of it: `the galleys`
    are all of them. `where`: the fact whose keys are the places that the question is about.
    `only_asked`: nobody answers it before it is asked. `open`: more may be answered than its menu
    lists, so that nothing follows from what is left of it.
    """

    yes: str = ""
    no: str = ""
    whole: bool = False
    ok: str | None = None
    again: bool = False
    amount: str = ""
    light: tuple[str, ...] = ()
    agreeing: tuple[str, ...] = ()
    refusing: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    """Phrases with which a seat waits for others before it answers."""
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
    below: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    against: dict[str, str] = msgspec.field(default_factory=dict)
    listed: dict[str, str] = msgspec.field(default_factory=dict)
    single: bool = False
    price: tuple[str, ...] = ()
    where: str = ""
    held: str = ""
    only_asked: bool = False
    open: bool = False
    left: LeftToOthers = NOT_LEFT
    """How it is left to a plan."""

    @property
    def consent(self) -> str:
        """What plain consent means."""
        return self.yes if self.ok is None else self.ok

    @cached_property
    def phrases(self) -> Mapping[str, Phrases]:
        """The phrases that are a yes, or a no, or put the answer off."""
        said = {"yes": self.agreeing, "no": self.refusing, "wait": self.waiting}
        return {
            word: Phrases(tuple(tokens(text)) for text in texts) for word, texts in said.items()
        }

    @cached_property
    def price_words(self) -> frozenset[Word]:
        """The words for what an order is paid in."""
        return words_in(self.price)

    @cached_property
    def light_words(self) -> frozenset[Word]:
        """The words that add nothing to an answer."""
        return words_in(self.light)

    def against_of(self, facts: Mapping[str, Any]) -> list[str]:
        """Return the facts that name the opponent."""
        return [path for side, path in self.against.items() if facts.get("side") == side]


ANY = "any"
"""The table for questions of any kind."""
NO_WORDS = QuestionWords()
