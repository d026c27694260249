"""What is asked of a seat: a decision with its menu; choices, refusals.

A menu is the tree of what may be answered. It is walked, never listed: behind it stands one judge
a verb, so that judging, help, order forms, bots and fuzzing have one source.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from engine.core.messages import Message, message, text
from engine.core.repeated_arguments import END, Begun, Repeated, grown

Seat: TypeAlias = str
Choice: TypeAlias = tuple[Any, ...]
"""A verb and its arguments: ("move", "navy", "africa", "india"). Strings, numbers, tuples."""
Domain: TypeAlias = Sequence[Any] | Callable[..., Sequence[Any]] | Repeated
Patience: TypeAlias = Literal["wait", "policy"]
Role: TypeAlias = Literal["action", "answer"]


class Refusal(Struct, frozen=True):
    """Why an order cannot be carried out, and the place in the rules."""

    message: Message
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}]" if self.rule else str(self.message)


def no(id: str, rule: str, /, **slots: Any) -> Refusal:
    """Refuse by the rules: the message's id, the heading or paragraph of the rulebook that has it
    so, and the message's slots."""
    return Refusal(message(id, **slots), rule)


def refuse(id: str, /, **slots: Any) -> Refusal:
    """Refuse by what no rulebook says: the message's id and its slots."""
    return Refusal(message(id, **slots))


class Needless(Refusal, frozen=True):
    """What the order wants comes by itself: it is what the decision's default brings about."""


class Refused(Exception):
    """What was asked for is not legal, or cannot be had, and why; nothing has changed."""

    def __init__(self, why: Refusal | str) -> None:
        super().__init__(str(why))
        self.refusal = Refusal(text(why)) if isinstance(why, str) else why


def allow(*_args: Any) -> Refusal | None:
    """The judge of a verb that is always legal."""
    return None


class Verb(NamedTuple):
    """A judge, and for each argument the domain of what might be said there, legal or not.

    `why_not` is called with whole candidates and with their beginnings; a beginning it refuses
    only if nothing that could follow would mend it. It sees only what the seat may see.
    A domain is a sequence, a `range` of exactly what is legal, a function of what came before, or
    `Repeated`: then the argument is a list, which is a `Begun` as long as it may go on.
    """

    name: str
    why_not: Callable[..., Refusal | None] = allow
    domains: tuple[Domain, ...] = ()

    def domain(self, *args: Any) -> Sequence[Any]:
        """What might stand behind these arguments; in a list its next value, or END."""
        if args and type(args[-1]) is Begun:
            return self._list(len(args) - 1).following(*args)
        domain = self.domains[len(args)]
        if callable(domain):
            return domain(*args)
        return domain.following(*args, Begun()) if type(domain) is Repeated else domain

    def lists(self, args: Choice) -> bool:
        """Whether what stands next behind these arguments is part of a list."""
        if args and type(args[-1]) is Begun:
            return True
        return len(args) < len(self.domains) and type(self.domains[len(args)]) is Repeated

    def repeats(self) -> bool:
        """Whether an argument of it is a list."""
        return any(type(domain) is Repeated for domain in self.domains)

    def in_any_order(self, args: Choice) -> bool:
        """Whether the order does not matter in the list that stands next behind these arguments."""
        return not self._list(len(grown(args, END)) - 1).ordered

    def then(self, args: Choice, value: Any) -> Choice:
        """The arguments with this value behind them, or in their list."""
        return grown(args, value) if self.lists(args) else (*args, value)

    def whole(self, args: Choice) -> bool:
        """Whether no argument is missing."""
        return len(args) == len(self.domains) and not (args and type(args[-1]) is Begun)

    def endings(self, *args: Any) -> Iterator[Choice]:
        """All that is legal and begins like this, whole, in the order of the domains."""
        if self.why_not(*args) is not None:
            return
        if self.whole(args):
            yield args
            return
        lists = self.lists(args)
        for value in self.domain(*args):
            yield from self.endings(*(grown(args, value) if lists else (*args, value)))

    def ending(self, order: Callable[[Sequence[Any]], Iterator[Any]], *args: Any) -> Choice | None:
        """The first of them when each branch is taken in the order given; None: there is none."""
        if self.why_not(*args) is not None:
            return None
        place = len(args)
        if place == len(self.domains):
            return args
        domain = self.domains[place]
        if type(domain) is Repeated:
            return self._list_ending(order, args, Begun())
        for value in order(domain(*args) if callable(domain) else domain):
            if (found := self.ending(order, *args, value)) is not None:
                return found
        return None

    def _list_ending(
        self, order: Callable[[Sequence[Any]], Iterator[Any]], before: Choice, begun: Begun
    ) -> Choice | None:
        """The same where a list is begun."""
        if begun and self.why_not(*before, begun) is not None:
            return None
        for value in order(self.domain(*before, begun)):
            if value is END:
                found = self.ending(order, *before, tuple(begun))
            else:
                found = self._list_ending(order, before, Begun((*begun, value)))
            if found is not None:
                return found
        return None

    def allows(self, *args: Any) -> bool:
        """Whether something legal begins like this, so that no walker is led into a dead end."""
        if args and type(args[-1]) is Begun:
            return self._list_ending(iter, args[:-1], args[-1]) is not None
        return self.ending(iter, *args) is not None

    def options(self, *args: Any) -> Iterator[Any]:
        """What may follow these arguments, all of it legal."""
        return (value for value in self.domain(*args) if self.allows(*self.then(args, value)))

    def canonical(self, args: Choice) -> Choice:
        """The arguments with each list whose order does not matter in that of its domain."""
        for place, value in enumerate(args):
            before, domain = args[:place], self.domains[place]
            if type(domain) is Repeated and isinstance(value, tuple):
                args = (*before, domain.in_order(before, value), *args[place + 1 :])
            if self.why_not_said(before, args[place]):
                break
        return args

    def why_not_said(self, before: Choice, value: Any) -> Refusal | None:
        """Why an argument cannot stand behind these, as far as its domain has it."""
        if type(self.domains[len(before)]) is Repeated:
            return self._why_not_listed(before, value)
        domain = self.domain(*before)
        return None if value in domain else self._outside(before, value, domain)

    def _why_not_listed(self, before: Choice, said: Any) -> Refusal | None:
        if not isinstance(said, tuple):
            return self.why_not(*before) or _not_there(said)
        args = before
        for value in (*said, END):
            if value not in self.domain(*args):
                return self._outside_list(args, value)
            args = grown(args, value)
        return None

    def _outside_list(self, args: Choice, value: Any) -> Refusal:
        if refusal := self.why_not(*args):
            return refusal
        begun = grown(args, None)[-1][:-1]
        repeated = self._list(len(grown(args, value)) - 1)
        if value is END:
            return refuse("refusal.too_few_named", least=repeated.least, named=len(begun))
        if len(begun) >= repeated.most:
            return refuse("refusal.too_many_named", most=repeated.most)
        known = value in repeated.among
        return (known and self.why_not(*grown(args, value))) or _not_there(value)

    def _list(self, place: int) -> Repeated:
        repeated = self.domains[place]
        assert isinstance(repeated, Repeated)
        return repeated

    def _outside(self, before: Choice, value: Any, domain: Sequence[Any]) -> Refusal:
        if refusal := self.why_not(*before):
            return refusal
        if isinstance(domain, range):
            if isinstance(value, int) and (refusal := self.why_not(*before, value)):
                return refusal
            if not domain:
                return refuse("refusal.no_choice_for", verb=text(self.name))
            said = text(str(value))
            return refuse("refusal.not_between", said=said, least=domain[0], most=domain[-1])
        return _not_there(value)


def _not_there(value: Any) -> Refusal:
    parts = value if isinstance(value, tuple) else (value,)
    said = " ".join(map(str, parts)).translate({ord(mark): " " for mark in ":_?"}).strip()
    return refuse("refusal.not_there", said=text(said))


NO_VERBS: Mapping[str, Callable[..., Verb]] = {}


class Menu(Mapping[str, Verb]):
    """The tree of what may be answered. It reads the state when it is looked at.

    `of`: what each judge is told before the arguments, so that a table of verbs is made once.
    `made`: by name, functions that make a verb of it when it is first looked at; these come first.
    """

    __slots__ = ("_made", "_of", "_told", "_verbs")

    def __init__(
        self,
        *verbs: Verb,
        of: tuple[Any, ...] = (),
        made: Mapping[str, Callable[..., Verb]] = NO_VERBS,
    ) -> None:
        self._verbs: dict[str, Verb | None] = dict.fromkeys(made)
        self._verbs.update((verb.name, verb) for verb in verbs)
        self._made, self._of = made, of
        self._told: dict[str, Verb] = {}

    def __getitem__(self, name: str) -> Verb:
        if name not in self._told:
            verb = self._verbs[name] or self._made[name](*self._of)
            why_not = partial(verb.why_not, *self._of) if self._of else verb.why_not
            self._told[name] = Verb(verb.name, why_not, verb.domains)
        return self._told[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._verbs)

    def __len__(self) -> int:
        return len(self._verbs)

    def options(self, *prefix: Any) -> Iterator[Any]:
        """What may follow: verbs, then values of the next argument, all of them legal."""
        if not prefix:
            return (name for name, verb in self.items() if verb.allows())
        return self[prefix[0]].options(*prefix[1:])

    def whole(self, prefix: Choice) -> bool:
        """Whether no argument is missing."""
        return bool(prefix) and self[prefix[0]].whole(prefix[1:])

    def then(self, prefix: Choice, value: Any) -> Choice:
        """The beginning of an answer with one more of its options behind it, or in its list."""
        if not prefix:
            return (value,)
        return (prefix[0], *self[prefix[0]].then(prefix[1:], value))

    def canonical(self, choice: Choice) -> Choice:
        """The answer as the record has it: lists whose order does not matter are put in order."""
        if tuple not in map(type, choice):
            return choice
        verb = self.get(choice[0])
        if verb is None or len(choice) - 1 != len(verb.domains) or not verb.repeats():
            return choice
        return (choice[0], *verb.canonical(choice[1:]))

    def choices(self, limit: int | None = None) -> Iterator[Choice]:
        """Whole legal choices in the menu's order, at most `limit`."""
        listed = ((name, *args) for name, verb in self.items() for args in verb.endings())
        return islice(listed, limit)

    def walk(self, order: Callable[[Sequence[Any]], Iterator[Any]]) -> Choice | None:
        """One legal choice, descending into the branches in the order given; None: no way out.

        With a random order this is uniform at each branch over what is legal there: a branch
        that leads nowhere is left for the next one.
        """
        for name in order(list(self)):
            if (args := self[name].ending(order)) is not None:
                return (name, *args)
        return None

    def judge(self, choice: Choice) -> Refusal | None:
        """Why this answer cannot be given; None: it can."""
        verb, args = self.get(choice[0]) if choice else None, choice[1:]
        if verb is None or len(args) != len(verb.domains):
            if not self:
                return refuse("refusal.nothing_to_do")
            said, possible = text(" ".join(map(str, choice))), tuple(map(text, self))
            return refuse("refusal.no_answer_here", said=said, possible=possible)
        for place, value in enumerate(args):
            listed = type(verb.domains[place]) is Repeated
            outside = listed or value not in verb.domain(*args[:place])
            if outside and (refusal := verb.why_not_said(args[:place], value)):
                return refusal
        return verb.why_not(*args)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat is asked: made anew whenever something has changed the state.

    `default` is taken when the deadline passes. `patience`: `wait` for the seat, or `policy`,
    which is never waited for: a standing order answers when the last mail of a joint question
    is in, else the default.
    """

    menu: Menu
    default: Choice
    facts: dict[str, Any] = field(default_factory=dict)
    patience: Patience = "wait"


ANY_VERB = ("any verb",)
"""`covered_by` of a kind that every order line covers."""


class Toll(NamedTuple):
    """What an answer takes besides what it says, such as unrest for gold that is not there.

    `said` follows the order: "takes 3 taxations: 3 unrest counters". `amount` is what an
    order can agree to; `asks`: without that it waits until its seat has agreed.
    """

    said: Message
    amount: int
    asks: bool


class Parts(NamedTuple):
    """What a kind says that asks for a further part of an action: the second unit of a move.

    `most`: how many parts an action of a seat (table, seat) has at most. `every`: the choices that
    a seat's order (table, seat, choice) means which says `all`, or why there are none. Ids of
    messages are `unused`, for a player whose order leaves a part out, and `called`, a `count` of
    parts.
    """

    most: Callable[[Any, Seat], int]
    unused: str
    called: str
    every: Callable[[Any, Seat, Choice], Sequence[Choice] | Refusal]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of decision: a function (table, seat, *args) that makes it.

    `role`: lines for an `action` form the seat's queue, an `answer` serves what is open now.
    `covered_by`: verbs whose order line, used up, answers this follow-up with its default.
    `absent`: the answer that ledgers from before this question stand for.
    `secret`: the choice stays with its seat until the game is over.
    `lacking`: what a seat (table, seat) lacks so that it is never asked; where it lacks nothing,
    a part of an order that answers this is skipped if the question does not come.
    `settles`: the verb that ends a round of answers which count one after the other, as in an
    auction. All are asked at once, for an answer counts only if none before it was of that verb:
    those behind the first that is are asked anew, knowing of it.
    `parts`: where it asks for a further part of an action, which the next line of the mail is.
    `ends`: the verb that ends a row of such questions. Where the row is over by itself, a line with
    it, behind the last one that answered, says nothing more and answers nothing else.
    """

    name: str
    make: Callable[..., Decision]
    role: Role = "answer"
    covered_by: tuple[str, ...] = ()
    absent: Choice | None = None
    secret: bool = False
    lacking: Callable[[Any, Seat], Refusal | None] | None = None
    settles: str = ""
    parts: Parts | None = None
    ends: str = ""

    def settled_by(self, choice: Choice) -> bool:
        """Whether this answer ends a round, so that those behind it do not count."""
        return bool(self.settles) and choice[0] == self.settles

    def covers(self, verb: str) -> bool:
        """Whether an order line of this verb ("": none), used up, answers it with its default."""
        return bool(verb) and (self.covered_by is ANY_VERB or verb in self.covered_by)


def kind(
    *,
    role: Role = "answer",
    covered_by: tuple[str, ...] = (),
    absent: Choice | None = None,
    secret: bool = False,
    lacking: Callable[[Any, Seat], Refusal | None] | None = None,
    settles: str = "",
    parts: Parts | None = None,
    ends: str = "",
) -> Callable[[Callable[..., Decision]], Kind]:
    """Make a kind of the decorated function, by the function's name."""

    def named(make: Callable[..., Decision]) -> Kind:
        how = (role, covered_by, absent, secret, lacking, settles, parts, ends)
        return Kind(make.__name__, make, *how)

    return named


class Question(NamedTuple):
    """A kind of decision put to a seat. The arguments are plain JSON values."""

    kind: Kind
    seat: Seat
    args: tuple[Any, ...] = ()


def as_choice(value: Sequence[Any]) -> Choice:
    """A choice as it was before JSON made lists of its tuples."""
    return tuple(as_choice(item) if isinstance(item, list | tuple) else item for item in value)


def as_lists(choice: Sequence[Any]) -> list[Any]:
    """A choice as JSON has it, with lists for its tuples: what a record holds, played or read."""
    return [as_lists(item) if isinstance(item, tuple) else item for item in choice]
