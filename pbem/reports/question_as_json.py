"""Writes a decision as plain JSON: what is asked, its whole menu, and suggested orders.

This is done when a mail's row is written, from the live decision. Reports, suggestions and the
order form are later written from it alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from typing import Any

from engine.core.decision import Choice, Decision, Kind, Menu, Refusal, Seat, Verb
from engine.core.repeated_arguments import END
from engine.core.session import Session
from engine.orders.vocabulary import Vocabulary
from pbem.reports.arguments_apart import arguments, cut
from pbem.reports.mail_parts import Question

LEAVES = 1500
"""How many complete choices a menu's tree may hold; players write any others by hand."""
BRANCH = 400
"""How many of them below one verb."""
BRANCH_OF_LISTS = 200
"""How many below a verb whose arguments are lists, which are deeply nested."""
NO_MORE = "."
"""The value that ends a list."""
CUT = ["...", []]
"""Stands for the values of an argument that were left out; `arguments` has them."""
LINE = 60
FEW = 3
"""If fewer orders than this are suggested, the default is put before them."""
ANSWERS = 4
"""If there are no more answers than this, all are listed."""
MANY = 9
"""In a range with this many numbers or more, such as bids, nobody wants the last."""
LIKED = 60
"""How many arguments of a verb are compared to find the best liked."""
LIKED_BEHIND = 12
"""The same for arguments after the one in which orders differ."""
_MARK = 70_001
NO_PARTS: Mapping[str, Any] = {}
Appeal = Callable[[Choice], int]


def as_good_as_any(_choice: Choice) -> int:
    """Return 0: no order is preferred."""
    return 0


def question(
    kind: Kind,
    decision: Decision,
    words: Vocabulary,
    *,
    due: str | None = None,
    suggest: int = 10,
    form: bool = True,
    further: Mapping[str, Any] = NO_PARTS,
    appeal: Appeal = as_good_as_any,
) -> Question:
    """Prepare an open question for mails.

    `due` is the deadline as ISO time with its offset (None: no deadline runs). The suggestions are
    all answers if there are few, else at most `suggest` legal orders of at most 58 columns, taking
    the verbs in turn. Only mails with the order form need the whole menu: without `form`, it is
    left out. `further` is the result of the function of that name; `appeal`: how much an order is
    liked.
    """
    default = words.say(kind.name, decision.default)
    every = answers(kind.name, decision.menu, words)
    menu = tree(kind.name, decision.menu, words) if form else []
    said = every or suggestions(kind.name, decision.menu, words, suggest, appeal)
    return Question(
        kind=kind.name,
        role=kind.role,
        facts=dict(decision.facts),
        default=default,
        default_choice=list(decision.default),
        due=due,
        menu=menu,
        apart={verb: arguments(decision.menu[verb]) for verb, below in menu if cut(below)},
        further=dict(further) if form else {},
        suggestions=said if len(said) >= FEW or default in said else [*_short(default), *said],
        few=bool(every),
    )


def further(session: Session, seat: Seat) -> dict[str, Any]:
    """Return which further parts an action at the open question may have, by its verb: how many,
    what one is called, what it may be (nodes as in `tree`), and how an order says that there is
    none.

    Whether a part can begin in a given way is judged by the present position. The rest is not
    judged, since an earlier part may make it legal.
    """
    words, asked = session.game.words, session.questions[seat].kind
    forms = [form for form in words.forms if asked.role == "action" and asked.name in form.kinds]
    found: dict[str, Any] = {}
    for form, name in [(each, name) for each in forms for name in each.next]:
        kind = session.game.kinds[name]
        if kind.parts and form.carry and form.choice[0] not in found:
            decision = kind.make(session.table, seat)
            if form.choice[0] not in decision.menu:  # these rules no longer have the order
                continue
            found[form.choice[0]] = {
                "room": kind.parts.most(session.table, seat) - 1,
                "called": kind.parts.called,
                "carry": form.carry,
                "menu": _begun(name, decision.menu[form.choice[0]], words) or [],
                "end": words.say(name, decision.default),
            }
    return found


def _begun(kind: str, verb: Verb, words: Vocabulary) -> Any:
    """Return the legal beginnings; complete choices are not judged."""

    def why_not(*args: Any) -> Refusal | None:
        return verb.why_not(*args) if len(args) < len(verb.domains) else None

    return _below(kind, verb._replace(why_not=why_not), words, (), [BRANCH])


def tree(kind: str, menu: Menu, words: Vocabulary) -> list[Any]:
    """Walk the menu: nodes [value, below], where `below` is nodes, or at a leaf the order's text.

    A range of numbers that all allow the same to follow is one node ["#", first, last, below]; in
    the texts below it, `{0}` stands for the order's first such number, `{1}` for the second. The
    values of a list are nested, with NO_MORE where it may end. A branch that would be too large is
    cut fairly: each possible first value gets its share, and CUT is the last node where something
    was left out.
    """
    left = [LEAVES]
    nodes = []
    for name, verb in menu.items():
        below = [min(BRANCH_OF_LISTS if verb.repeats() else BRANCH, left[0])]
        left[0] -= below[0]
        if (walked := _below(kind, verb, words, (), below)) is not None:
            nodes.append([name, walked])
        left[0] += below[0]
    return nodes


def _below(kind: str, verb: Verb, words: Vocabulary, path: Choice, left: list[int]) -> Any:
    """Return what may follow these arguments; None if nothing legal does."""
    if verb.why_not(*_plain(path)) is not None:
        return None
    return _behind(kind, verb, words, path, left)


def _behind(kind: str, verb: Verb, words: Vocabulary, path: Choice, left: list[int]) -> Any:
    """Return what may follow arguments that have been judged already."""
    args = _plain(path)
    if verb.whole(args):
        left[0] -= 1
        return _text(kind, words, (verb.name, *path))
    domain = _legal_numbers(verb, args, verb.domain(*args))
    if isinstance(domain, range) and len(domain) > 1 and _alike(verb, args, domain):
        below = _below(kind, verb, words, (*path, _Range(domain)), left)
        return below and [["#", domain[0], domain[-1], below]]
    if left[0] <= 0:
        return [] if verb.allows(*args) else None
    nodes: list[Any] = []
    options = [value for value in domain if verb.why_not(*verb.then(args, value)) is None]
    for place, value in enumerate(options):
        if left[0] <= 0:
            return [*nodes, CUT]
        share = [-(-left[0] // (len(options) - place))]
        left[0] -= share[0]
        if (below := _behind(kind, verb, words, verb.then(path, value), share)) is not None:
            nodes.append([_shown(value), below])
        left[0] += share[0]
    return nodes or None


def _legal_numbers(verb: Verb, args: Choice, domain: Sequence[Any]) -> Sequence[Any]:
    """Return a range without numbers at its ends that are not legal; other domains as they are."""
    if not isinstance(domain, range):
        return domain
    legal = [number for number in domain if verb.why_not(*args, number) is None]
    whole = range(legal[0], legal[-1] + 1) if legal else range(0)
    return whole if len(whole) == len(legal) else legal


def _shown(value: Any) -> Any:
    """Return a value as JSON."""
    if value is END:
        return NO_MORE
    return list(value) if isinstance(value, tuple) else value


def _alike(verb: Verb, args: Choice, numbers: range) -> bool:
    """Tell whether the same may follow each of these numbers. If there are many, only the ends and
    some in between are tried."""
    if len(args) + 1 == len(verb.domains):
        return True
    tried = [*numbers[:: 1 + len(numbers) // MANY], numbers[-1]]
    first, *others = (list(verb.options(*args, number)) for number in tried)
    return all(options == first for options in others)


class _Range(tuple[int, ...]):
    """Stands for every number of a range in a path of the tree."""

    def __new__(cls, numbers: range) -> _Range:
        return super().__new__(cls, (numbers[0], numbers[-1]))


def _plain(path: Choice) -> Choice:
    """Return a choice of the menu on this path: the last number for each range."""
    return tuple(value[1] if isinstance(value, _Range) else value for value in path)


def _text(kind: str, words: Vocabulary, path: Choice) -> str:
    """Return the order's text, with `{0}`, `{1}` for the numbers of ranges."""
    marks = {at: _MARK + 2 * at for at, v in enumerate(path) if isinstance(v, _Range)}
    text = words.say(kind, tuple(marks.get(at, value) for at, value in enumerate(path)))
    for place, mark in enumerate(marks.values()):
        text = text.replace(str(mark), f"{{{place}}}")
    return text


def answers(kind: str, menu: Menu, words: Vocabulary) -> list[str]:
    """List all possible answers; empty if there are many, or no choice."""
    every = [words.say(kind, choice) for choice in menu.choices(ANSWERS + 1)]
    few = 1 < len(every) <= ANSWERS and all(len(text) <= LINE - 2 for text in every)
    return every if few else []


def suggestions(
    kind: str, menu: Menu, words: Vocabulary, most: int = 10, appeal: Appeal = as_good_as_any
) -> list[str]:
    """Suggest legal orders of different verbs and, within a verb, of different arguments: those
    with the most appeal, if it differs, and none with an appeal below 0."""
    each = {verb: list(_varied(kind, menu, words, verb, appeal)) for verb in menu.options()}
    said: list[str] = []
    for row in zip_longest(*each.values()):
        said += [text for text in row if text and text not in said]
    chosen = set(said[:most])
    return [text for texts in each.values() for text in texts if text in chosen]


def _varied(
    kind: str, menu: Menu, words: Vocabulary, verb: str, appeal: Appeal, most: int = 2
) -> Iterator[str]:
    """Yield a few orders of a verb, each with another value for the first argument that may
    differ."""
    if menu.whole((verb,)):
        yield from _short(words.say(kind, (verb,)))
        return
    prefix = _until_they_differ(menu, verb)
    if menu.whole(prefix):
        yield from _short(words.say(kind, prefix)) if appeal(prefix) >= 0 else ()
        return
    liked = _liked(menu, prefix, appeal)
    firsts = enumerate(_firsts(menu, prefix, most))
    spread = (_descend(menu, menu.then(prefix, first), place) for place, first in firsts)
    better = (_improved(menu, choice, len(prefix) + 1, appeal) for choice in liked[:most])
    for choice in better if liked else spread:
        if appeal(choice) >= 0:
            yield from _short(words.say(kind, choice))


def _until_they_differ(menu: Menu, verb: str) -> Choice:
    """Return the beginning of a verb's orders up to where there is a choice."""
    prefix: Choice = (verb,)
    while not menu.whole(prefix):
        options = list(islice(menu.options(*prefix), 2))
        if len(options) != 1:
            break
        prefix = menu.then(prefix, options[0])
    return prefix


def _liked(menu: Menu, prefix: Choice, appeal: Appeal) -> list[Choice]:
    """Return orders with different arguments after a beginning, those with the most appeal first;
    none if all are liked equally."""
    values = islice(menu.options(*prefix), LIKED)
    choices = [_descend(menu, menu.then(prefix, value), 0) for value in values]
    found = sorted(choices, key=lambda choice: -appeal(choice))
    return found if found and appeal(found[0]) > 0 else []


def _improved(menu: Menu, choice: Choice, place: int, appeal: Appeal) -> Choice:
    """Return an order with other arguments from a place on, if those have more appeal."""
    while place < len(choice):
        others = islice(menu.options(*choice[:place]), LIKED_BEHIND)
        tried = [_descend(menu, menu.then(choice[:place], one), 0) for one in others]
        choice = max([choice, *tried], key=appeal)
        place += 1
    return choice


def _descend(menu: Menu, prefix: Choice, place: int) -> Choice:
    """Complete a choice, at each branch with the option at this place (modulo their number).

    Only a list may name anything twice: nobody goes from a place to the same place.
    """
    while not menu.whole(prefix):
        options = list(menu.options(*prefix))
        if END not in options:
            options = [one for one in options if one not in prefix] or options
        prefix = menu.then(prefix, options[place % len(options)])
    return prefix


def _firsts(menu: Menu, prefix: Choice, most: int) -> list[Any]:
    """Return at most this many arguments after a beginning, chosen evenly from all; of many
    numbers, the lowest."""
    domain = menu[prefix[0]].domain(*prefix[1:])
    if isinstance(domain, range) and len(domain) >= MANY:
        return list(islice(menu.options(*prefix), 3))[::2]
    values = list(menu.options(*prefix))
    if len(values) <= most:
        return values
    if isinstance(domain, range):
        return [values[0], values[-1]]
    return [values[place * len(values) // most] for place in range(most)]


def _short(text: str) -> Iterator[str]:
    if len(text) <= LINE - 2:
        yield text


def events(told: Any, seat: str | None) -> list[dict[str, Any]]:
    """Return as JSON the session's events that a seat (None: the public) may see."""
    return [
        {"what": event.what, "data": _json(event.data), "n": event.n}
        for event in told
        if event.seen_by(seat)
    ]


def _json(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in data.items()}
