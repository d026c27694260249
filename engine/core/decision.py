"""What a seat is asked: decisions with their menus, choices and refusals.

A menu is the tree of possible answers. It is walked, never listed in full: each verb has a single
judge behind it, which judging, help, order forms, bots and fuzzing all use.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from itertools import islice
from typing import Any, Concatenate, Literal, NamedTuple, ParamSpec, TypeAlias

from msgspec import Struct

from engine.core.messages import Message, message, text
from engine.core.repeated_arguments import END, Begun, Repeated, grown

Seat: TypeAlias = str
Choice: TypeAlias = tuple[Any, ...]
"""A verb and its arguments: ("move", "navy", "africa", "india"). Strings, numbers, tuples."""
Domain: TypeAlias = Sequence[Any] | Callable[..., Sequence[Any]] | Repeated
Patience: TypeAlias = Literal["wait", "policy"]
Role: TypeAlias = Literal["action", "answer"]
Traits = ParamSpec("Traits")
"""The fields of a `Kind` besides its name and its function, passed by keyword."""


class Refusal(Struct, frozen=True):
    """The reason why an order cannot be carried out, and where the rules say so."""

    message: Message
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}]" if self.rule else str(self.message)


def no(id: str, rule: str, /, **slots: Any) -> Refusal:
    """Refuse because the rules say so: the message's id, the heading or paragraph of the rulebook,
    and the message's slots."""
    return Refusal(message(id, **slots), rule)


def set_up_over(table: Any, _seat: Seat) -> Refusal | None:
    """Refuse what belongs to the set-up of a game once that is over; None while it goes on."""
    return None if table.state.phase == "setup" else refuse("refusal.set_up_over")


def refuse(id: str, /, **slots: Any) -> Refusal:
    """Refuse for a reason that is in no rulebook: the message's id and its slots."""
    return Refusal(message(id, **slots))


class Needless(Refusal, frozen=True):
    """The order is unnecessary: the decision's default does the same."""


class Refused(Exception):
    """What was asked for is not legal or not available, and why; nothing has changed."""

    def __init__(self, why: Refusal | str) -> None:
        super().__init__(str(why))
        self.refusal = Refusal(text(why)) if isinstance(why, str) else why


def allow(*_args: Any) -> Refusal | None:
    """Allow everything: the judge of a verb that is always legal."""
    return None


class Verb(NamedTuple):
    """A verb with its judge and, for each argument, the domain of possible values, legal or not.

    `why_not` is called with complete candidates and with their beginnings; it refuses a beginning
    only if nothing that could follow would make it legal. It sees only what the seat may see. A
    domain is a sequence, a `range` of exactly the legal values, a function of the arguments before
    it, or `Repeated`: then the argument is a list, which is a `Begun` as long as it may go on.
    `counts`: with more arguments than there are domains, the judge says how many are too many.
    """

    name: str
    why_not: Callable[..., Refusal | None] = allow
    domains: tuple[Domain, ...] = ()
    counts: bool = False

    def domain(self, *args: Any) -> Sequence[Any]:
        """Return the possible values of the next argument; inside a list, its next value or END."""
        if args and type(args[-1]) is Begun:
            return self._list(len(args) - 1).following(*args)
        domain = self.domains[len(args)]
        if callable(domain):
            return domain(*args)
        return domain.following(*args, Begun()) if type(domain) is Repeated else domain

    def lists(self, args: Choice) -> bool:
        """Tell whether the value that comes next after these arguments is part of a list."""
        if args and type(args[-1]) is Begun:
            return True
        return len(args) < len(self.domains) and type(self.domains[len(args)]) is Repeated

    def repeats(self) -> bool:
        """Tell whether one of the verb's arguments is a list."""
        return any(type(domain) is Repeated for domain in self.domains)

    def in_any_order(self, args: Choice) -> bool:
        """Tell whether order does not matter in the list that comes next after these arguments."""
        return not self._list(len(grown(args, END)) - 1).ordered

    def then(self, args: Choice, value: Any) -> Choice:
        """Append this value to the arguments, or to the list they end with."""
        return grown(args, value) if self.lists(args) else (*args, value)

    def whole(self, args: Choice) -> bool:
        """Tell whether no argument is missing."""
        return len(args) == len(self.domains) and not (args and type(args[-1]) is Begun)

    def endings(self, *args: Any) -> Iterator[Choice]:
        """Yield every complete legal set of arguments that begins like this, in order."""
        if self.why_not(*args) is not None:
            return
        if self.whole(args):
            yield args
            return
        lists = self.lists(args)
        for value in self.domain(*args):
            yield from self.endings(*(grown(args, value) if lists else (*args, value)))

    def ending(self, order: Callable[[Sequence[Any]], Iterator[Any]], *args: Any) -> Choice | None:
        """Return the first legal ending, trying each branch in the order given, or None."""
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
        """Do the same as `ending` inside a list that has begun."""
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
        """Tell whether anything legal begins like this, so that no walker runs into a dead end."""
        if args and type(args[-1]) is Begun:
            return self._list_ending(iter, args[:-1], args[-1]) is not None
        return self.ending(iter, *args) is not None

    def options(self, *args: Any) -> Iterator[Any]:
        """Yield the legal values that may follow these arguments."""
        return (value for value in self.domain(*args) if self.allows(*self.then(args, value)))

    def canonical(self, args: Choice) -> Choice:
        """Put each list whose order does not matter in the order of its domain."""
        for place, value in enumerate(args):
            before, domain = args[:place], self.domains[place]
            if type(domain) is Repeated and isinstance(value, tuple):
                args = (*before, domain.in_order(before, value), *args[place + 1 :])
            if self.why_not_said(before, args[place]):
                break
        return args

    def why_not_said(self, before: Choice, value: Any) -> Refusal | None:
        """Say why an argument cannot follow these, judging by its domain only."""
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
            least, of = repeated.least, repeated.what(repeated.least)
            return refuse("refusal.too_few_named", least=least, named=len(begun), of=of)
        if value in repeated.among and (refusal := self.why_not(*grown(args, value))):
            return refusal
        if len(begun) >= (most := repeated.most):
            return refuse("refusal.too_many_named", most=most, of=repeated.what(most))
        return _not_there(value)

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
                return refuse("refusal.no_choice_for")
            said = text(str(value))
            return refuse("refusal.not_between", said=said, least=domain[0], most=domain[-1])
        return _not_there(value)


def _not_there(value: Any) -> Refusal:
    """Refuse a value that is not there. A value that may be a key goes into the message as a key,
    so that it is named."""
    if isinstance(value, str) and value.replace("_", "").isalpha():
        return refuse("refusal.not_there", said=value)
    parts = value if isinstance(value, tuple) else (value,)
    said = " ".join(map(str, parts)).translate({ord(mark): " " for mark in ":_?"}).strip()
    return refuse("refusal.not_there", said=text(said))


NO_VERBS: Mapping[str, Callable[..., Verb]] = {}


class Menu(Mapping[str, Verb]):
    """The tree of possible answers. It reads the state whenever it is looked at.

    `of`: leading arguments for each judge, so that a table of verbs is built only once. `made`:
    functions by name that make a verb from `of` when it is first looked at; these come first.
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
            self._told[name] = verb._replace(why_not=why_not)
        return self._told[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._verbs)

    def __len__(self) -> int:
        return len(self._verbs)

    def options(self, *prefix: Any) -> Iterator[Any]:
        """Yield what may follow: verbs first, then legal values of the next argument."""
        if not prefix:
            return (name for name, verb in self.items() if verb.allows())
        return self[prefix[0]].options(*prefix[1:])

    def whole(self, prefix: Choice) -> bool:
        """Tell whether no argument is missing."""
        return bool(prefix) and self[prefix[0]].whole(prefix[1:])

    def then(self, prefix: Choice, value: Any) -> Choice:
        """Append one more option to the beginning of an answer, or to its list."""
        if not prefix:
            return (value,)
        return (prefix[0], *self[prefix[0]].then(prefix[1:], value))

    def canonical(self, choice: Choice) -> Choice:
        """Return the answer as the record stores it: lists without an order are sorted."""
        if tuple not in map(type, choice):
            return choice
        verb = self.get(choice[0])
        if verb is None or len(choice) - 1 != len(verb.domains) or not verb.repeats():
            return choice
        return (choice[0], *verb.canonical(choice[1:]))

    def choices(self, limit: int | None = None) -> Iterator[Choice]:
        """Yield complete legal choices in the menu's order, at most `limit`."""
        listed = ((name, *args) for name, verb in self.items() for args in verb.endings())
        return islice(listed, limit)

    def walk(self, order: Callable[[Sequence[Any]], Iterator[Any]]) -> Choice | None:
        """Return one legal choice, trying branches in the order given; None if there is none.

        With a random order this is uniform, at each branch, over what is legal there: a branch that
        leads nowhere is left for the next one.
        """
        for name in order(list(self)):
            if (args := self[name].ending(order)) is not None:
                return (name, *args)
        return None

    def judge(self, choice: Choice) -> Refusal | None:
        """Say why this answer cannot be given; None if it can."""
        verb, args = self.get(choice[0]) if choice else None, choice[1:]
        if verb and verb.counts and len(args) > len(verb.domains):
            return verb.why_not(*args)
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
    """What a seat is asked; made anew whenever the state has changed.

    `default` is taken when the deadline passes. `patience`: `wait` for the seat, or `policy`:
    nobody waits for this seat; a standing order, or else the default, answers when the last mail of
    a joint question is in.
    """

    menu: Menu
    default: Choice
    facts: dict[str, Any] = field(default_factory=dict)
    patience: Patience = "wait"


ANY_VERB = ("any verb",)
"""`covered_by` for a kind that every order line covers."""


class Toll(NamedTuple):
    """The extra cost of an answer beyond what it says, such as unrest for missing gold.

    `said` follows the order: "takes 3 taxations: 3 unrest counters". `amount` is what an order can
    agree to. `asks`: the order waits until its seat has agreed. `lasts`: earlier orders are
    unlikely to change the toll, so it is told as soon as the order is held.
    """

    said: Message
    amount: int
    asks: bool
    lasts: bool = False


class Parts(NamedTuple):
    """How a kind asks for a further part of an action, such as the second unit of a move.

    `most` (table, seat): the largest number of parts in one action. `every` (table, seat, choice):
    the choices that an order with `all` stands for, or why there are none. `unused` and `called`
    are ids of messages: one for a player whose order leaves a part out, one that gives a `count` of
    parts.
    """

    most: Callable[[Any, Seat], int]
    unused: str
    called: str
    every: Callable[[Any, Seat, Choice], Sequence[Choice] | Refusal]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of decision, with the function (table, seat, *args) that makes it.

    `role`: lines for an `action` form the seat's queue, an `answer` serves what is open now.
    `covered_by`: verbs whose order line, used up, answers this follow-up with its default.
    `follows`: verbs of orders; a line right below such an order is meant for this question. Below
    an order that is done unasked, it waits for the question; as an action, it is skipped if the
    question does not come.
    `absent`: the answer assumed in ledgers from before this kind existed.
    `secret`: the choice stays with its seat until the game is over.
    `lacking`: what a seat (table, seat, answer) lacks so that it is never asked for this answer. If
    it lacks nothing, a part of an order that answers this is skipped if the question does not come.
    `settles`: the verb that ends a round of answers which count one after the other, as in an
    auction. All are asked at once, but an answer counts only if none before it has that verb: those
    after the first that has it are asked again, and know of it.
    `parts`: how it asks for a further part of an action, which the next line of the mail gives.
    `whole`: what is wrong with an order as a whole (table, seat, choices: the first, and those that
    answer this kind), judged before any of it is done.
    `unasked`: the id of a message for a seat whose order answers this although it is not asked.
    `ends`: the verb that ends a row of such questions. If the row ends without it, a line with this
    verb after the last answer says nothing new and answers nothing else.
    `gone_by`: whether its time is over for a seat (table, seat): a refusal if it does not come
    again in this game, a message on when it does; None: it may still come as usual.
    """

    name: str
    make: Callable[..., Decision]
    _: KW_ONLY
    role: Role = "answer"
    covered_by: tuple[str, ...] = ()
    absent: Choice | None = None
    secret: bool = False
    lacking: Callable[[Any, Seat, Choice], Refusal | None] | None = None
    settles: str = ""
    parts: Parts | None = None
    ends: str = ""
    follows: tuple[str, ...] = ()
    gone_by: Callable[[Any, Seat], Refusal | Message | None] | None = None
    whole: Callable[[Any, Seat, Sequence[Choice]], Refusal | None] | None = None
    unasked: str = ""

    def settled_by(self, choice: Choice) -> bool:
        """Tell whether this answer ends a round, so that later ones do not count."""
        return bool(self.settles) and choice[0] == self.settles

    def covers(self, verb: str) -> bool:
        """Tell whether a used line with this verb ("" for none) answers it with its default."""
        return bool(verb) and (self.covered_by is ANY_VERB or verb in self.covered_by)


def _decorator(
    made: Callable[Concatenate[str, Callable[..., Decision], Traits], Kind],
) -> Callable[Traits, Callable[[Callable[..., Decision]], Kind]]:
    """Return a function that takes the traits of a kind and returns its decorator."""

    def with_traits(
        *none: Traits.args, **traits: Traits.kwargs
    ) -> Callable[[Callable[..., Decision]], Kind]:
        return lambda make: made(make.__name__, make, *none, **traits)

    return with_traits


kind = _decorator(Kind)
"""Turns the decorated function into a kind with the function's name: `@kind(role="action")`."""


class Question(NamedTuple):
    """A kind of decision put to a seat. The arguments are plain JSON values."""

    kind: Kind
    seat: Seat
    args: tuple[Any, ...] = ()


def as_choice(value: Sequence[Any]) -> Choice:
    """Turn a choice that JSON has made into lists back into tuples."""
    return tuple(as_choice(item) if isinstance(item, list | tuple) else item for item in value)


def as_lists(choice: Sequence[Any]) -> list[Any]:
    """Turn a choice into lists, as JSON and the record have it."""
    return [as_lists(item) if isinstance(item, tuple) else item for item in choice]
