"""How kinds of questions are answered in few words: a table of a game's vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from engine.orders.words.lexicon import Word, tokens, words_in
from engine.orders.words.phrases import Phrases


class LeftToOthers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The words that leave an answer to a plan: `you pick the best cards, this once`.

    `plan`: which plan. `best`: words for what it finds, one of which is needed. `of`: words for
    what it chooses from. `who`: words for who chooses, and `chooses`, for what they do; with both
    of these, `of` is not needed. `gives`: verbs that only count with one of `who`: `leave the best
    cards at home` has none. `small`: words that may stand beside all these.
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
        """Tell whether words leave the answer to the plan."""
        best, of, who, chooses, gives = (not said.isdisjoint(each) for each in self.words.values())
        return best and (who or not gives) and (of or (who and (chooses or gives)))


NOT_LEFT = LeftToOthers()


class QuestionWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """How a kind of question is answered in few words.

    `yes`, `no`: the lines that these words mean; `whole`: a yes needs nothing more. `ok`: the line
    that plain consent means, if it is not `yes`. `again`: it is answered several times, line by
    line. `amount`: the path of the number that an answer takes anyway, so that it may be written,
    too; `{1}` is the choice's argument. `light`: words that add nothing to an answer. `agreeing`,
    `refusing`: phrases that are a yes or a no to this question. `spared`: words that say the thing
    named is not the one that is meant. `amounts`: what is counted in the answer with the verb
    `amounts_of`, by its places; `short`: words that stand for these; `collective`: words that mean
    all of one. `sides`: the words for each place of that answer that takes a name, after an amount;
    `paid`, `paying`: words after and before an amount; `free`, `lowest`: the facts with the names
    that can be placed and with the least amount. `plans`: phrases, by the plan that they mean.
    `unlikely`: verbs of answers that are not meant if others may be. `making`: verbs that make
    something new. `telling`: words that tell an answer from others, and what is in its line.
    `once`: verbs for what is done once. `outcomes`: by an order's verb, the conditions that mean it
    works and that it fails; the table `any` has all of them. `refusal`: what is done if no plan is
    followed. `below`: the verbs of orders that lead to it; below these, an answer may come without
    its own verb. `behind`: the verbs of orders that lead to it; right after these, it may be
    answered in a sentence of its own. `against`: by the side of the seat that is asked, the fact
    that names the other side. `same`: by place, the fact with what is there already. `listed`: by
    place, the fact with the list in which `the first` and `the last` are counted. `single`: a turn
    has room for only one order. `price`: words for what an order is paid in, so that its amount may
    be written. `held`: the fact that lists what can be named, each as often as it exists: `the
    galleys` are all of them. `where`: the fact whose keys are the places that the question is
    about. `only_asked`: nobody answers it before it is asked. `open`: more answers are possible
    than its menu lists, so that nothing follows from what is left of the menu.
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
    """Phrases of a seat that waits for others before it answers."""
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
    """How the answer is left to a plan."""

    @property
    def consent(self) -> str:
        """The line that plain consent means."""
        return self.yes if self.ok is None else self.ok

    @cached_property
    def phrases(self) -> Mapping[str, Phrases]:
        """The phrases that are a yes, or a no, or that put the answer off."""
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
