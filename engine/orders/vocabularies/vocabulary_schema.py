"""The shape of a game's vocabulary file, against which it is checked.

signatures = ["power"]            # categories of names that seats sign with
[names.power]
spain = ["Spain", "Spanish"]      # the printed name first, then other ways to write it
[slots]
from = "region"                   # places of patterns that are not named like a category
[lists]                           # places for several names or numbers: a tuple in the choice
path = { each = "{square}", joined = "-", between = ["via"] }

[[form]]
say = "build {unit} in {region}"  # printed and read like this
also = ["build {unit}"]           # read, too
heard = ["raise {unit}"]          # written by people, and turned into the canonical line
cues = ["new unit"]               # written by people, but no order by itself
choice = ["build", "{unit}", "{region}"]
kinds = ["action"]
default = { region = "home" }     # if a pattern leaves a place out

[[condition]]                     # what an order may depend on
say = "{who} controls {region}"
also = ["{who} have a marker in {region}"]  # written by people
contrary = ["{who} has lost {region}"]      # how they deny it
least = { "view.control.{region}.{who}" = 1 }
[[situation]]                     # when a standing order answers: the kinds, and their facts
say = "{power} asks in {region}"
kinds = ["call"]
told = ["call by {power} on me in {region}"]  # what happens, in any words of the language
cues = ["more|further cube (place placed)"]   # words of it that only this game has
where = [{ "facts.attacker" = "{power}", "facts.region" = "{region}" }]
[[plan]]                          # a standing order that a function of the game works out
say = "me against {power} up to {n}"
kinds = ["auction"]
plan = "oppose"
args = ["{power}", "{n}"]

[foreseen]                        # standing orders that reports offer
call = "when {power} asks in {region}: join with all"
"""

from __future__ import annotations

import tomllib
from typing import Any, TypeVar

import msgspec
from msgspec import field

from engine.core.mistakes import mistake
from engine.orders.conditions.policy import TestRow
from engine.orders.patterns.forms import FormRow
from engine.orders.words.words_of_answers import QuestionWords

Row = TypeVar("Row")
Texts = tuple[str, ...]
Table = dict[str, Any]


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; unknown keys are an error."""


class ListRow(_Row, frozen=True):
    """Several names or numbers in one place.

    `order`: the order of its places in a choice, if they are written in another one. `default`: the
    value of a place that is left out; `many`: its value if a name is in the plural, such as the
    number of `armies`. `further`: how an item is written that leaves out what it shares with the
    item before it; `behind`: places that the last of these fills for all. `ahead`: how an item is
    written that leaves out what it shares with the item after it.
    """

    each: str
    joined: str
    also: Texts = ()
    between: Texts = ()
    default: Table = field(default_factory=dict)
    many: Table = field(default_factory=dict)
    exact: Texts = ()
    order: Texts = ()
    further: Texts = ()
    behind: Texts = ()
    ahead: Texts = ()


class Common(_Row, frozen=True):
    """Words that may be in lines of all kinds.

    `agreed`: how an order agrees to its toll; `dropped`: phrases that add nothing to the orders
    beside them; `counted`: keys of units that a number without a noun may count: `the two from
    Kiev`; `fighting`: verbs that may be followed by who is fought: `attack the army in Kiev`;
    `meant`: phrases, and the words that they are read as, written as
    `engine.orders.patterns.idioms` describes; `sets`: what `{name}` may be in them: a list of
    texts, or a table of texts and what each is read as. `short`: abbreviations of terse players,
    and the words in full; `terse`: those that may mean something else in whole sentences;
    `letters`: those for units, before a place or after a number; `unit_verbs`: words before these;
    `signs`: regular expressions for what else such players write, and how it is read; `fields`:
    labels of lines that are one order together, and how the order has the text after each label;
    with a full stop, it is an order of its own.
    """

    noise: Texts = ()
    courtesy: Texts = ()
    light: Texts = ()
    lead_in: Texts = ()
    agreed: Texts = ()
    dropped: Texts = ()
    counted: Texts = ()
    fighting: Texts = ()
    meant: dict[str, str] = field(default_factory=dict)
    short: dict[str, str] = field(default_factory=dict)
    terse: dict[str, str] = field(default_factory=dict)
    letters: dict[str, str] = field(default_factory=dict)
    unit_verbs: Texts = ()
    signs: dict[str, str] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)
    sets: dict[str, list[str] | dict[str, str]] = field(default_factory=dict)


class Follower(_Row, frozen=True):
    """A step that a lead adds."""

    kind: str
    choice: list[Any]


class LeadRow(_Row, frozen=True):
    """What may come before an order, such as `at sea`: it limits the order to some kinds, or adds a
    step.

    `say`: it says for whom, and fills this place in the choices after it, as `for {power}:` does;
    alone on a line, it counts for all orders below it, down to the next such line.
    """

    texts: Texts = ()
    kinds: Texts = ()
    then: Follower | None = None
    say: str = ""
    also: Texts = ()


class PeriodRow(_Row, frozen=True):
    """How long a standing order is valid: as long as the value at the path `same` does not change.

    `asks`: the situation that it implies by itself, as in `in this auction: pass`; `now`: whether
    an action for it is meant for now, as in `I pass this round`. A text such as `*: war` stands for
    all texts that the language has for the time of a war.
    """

    texts: Texts
    same: str
    asks: str = ""
    now: bool = False


class DealsRow(_Row, frozen=True):
    """How agreements are proposed to other seats; with an empty `say`, the game has none.

    `say`: the line that proposes a `{deal}` to a `{seat}`; `then`: its end, until turn `{n}`.
    `before`: words before the seat that something is proposed to. All others are regular
    expressions: `opening`: words that propose something, with the seat after them; `asking`: words
    that may do so; `left_out`: words that add nothing; `named`: what any deal is called before a
    colon; `told`: words that report a deal, or an offer of one; `until`: how long it is to hold,
    with the number as `n`, or as `nth` if it is counted (`the third turn`); `meant`: what is
    proposed, and how a deal says it.
    """

    say: str = ""
    then: str = ""
    before: Texts = ()
    opening: Texts = ()
    asking: Texts = ()
    left_out: Texts = ()
    named: Texts = ()
    told: Texts = ()
    until: str = ""
    meant: dict[str, str] = field(default_factory=dict)


NO_DEALS = DealsRow()


class TransportRow(_Row, frozen=True):
    """How people write that forces carry others; with an empty `say`, none do.

    `say`: the move of `{force}`, with `{from}` and `{to}` as `from_` and `to` print them, and
    `land` after it if those carried land. `carriers`: keys of the forces that carry; `carrying`:
    verbs for it; `carried`: participles of these; `aboard`: words for where those carried are;
    `all`: all who can be carried, `people`: words for these, `every`: all who are carried;
    `before_from`, `before_to`: words before places. `shipping`: verbs that mean by themselves that
    others carry, which are then `by_ship`, `n` of them. `boarding`: words and phrases that say
    those named before them go aboard those after them. `landing`: words and phrases that say those
    carried land, in a clause that says nothing else; `landing_at_the_end`: those that say so at the
    end of such a clause with a verb; `before_landing`: words that begin one, besides `and` and
    `then`. `staying`: regular expressions for the end of a sentence that says they stay aboard.
    """

    say: str = ""
    from_: str = field(default="", name="from")
    to: str = ""
    land: str = ""
    joint: str = ""
    all: str = ""
    every: str = ""
    people: Texts = ()
    carriers: Texts = ()
    carrying: Texts = ()
    shipping: Texts = ()
    by_ship: str = ""
    carried: Texts = ()
    boarding: Texts = ()
    aboard: Texts = ()
    before_from: Texts = ()
    before_to: Texts = ()
    before_landing: Texts = ()
    landing: Texts = ()
    landing_at_the_end: Texts = ()
    staying: Texts = ()


NO_TRANSPORT = TransportRow()


class VocabularyFile(_Row, frozen=True):
    """The whole file.

    `actions`: kinds whose lines wait in the queue; all others answer. `talked_of`: categories that
    remarks name, too. `ordered`: lists of a position whose order matters. `places`: categories that
    `there` stands for; `things`: those for `it`; `forces`: those of units. `groups`: names for
    several, such as troops, by category. `labels`: how help prints places, if not by their name.
    `counts`: other numbers for places that are a `count`, and `all`. `plurals`: how names are
    printed after a number. `many`: plural names, by key. `cases`: how to make the forms of a name
    that patterns ask for (`{place.in}`); `declined`: the exceptions, and `several` for a plural
    name. `verbs`: by the words of a verb at the beginning and at the end of a pattern (`greife
    an`), the words used if the verb comes last. `cues`: further words that people use for a verb.
    `hints`: words that may stand for a verb, or be mere talk; orders written with them are only
    proposed. `led`, `standing`, `hands`: the keys in a seat's view for who leads each power, for
    which powers have forces in which places, and for what each seat holds, of which a group names
    one: `the general`. `owned`: the path in a seat's view (`{seat}`) to the numbers of what it may
    name in a list before it is asked for one.
    """

    signatures: Texts
    actions: Texts
    form: tuple[FormRow, ...]
    names: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    ordered: Texts = ()
    led: str = ""
    standing: str = ""
    hands: str = ""
    owned: str = ""
    talked_of: Texts = ()
    places: Texts = ()
    things: Texts = ()
    forces: Texts = ()
    groups: dict[str, dict[str, Texts]] = field(default_factory=dict)
    slots: dict[str, str | list[str]] = field(default_factory=dict)
    lists: dict[str, ListRow] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    words: Common = field(default_factory=Common)
    numbers: dict[str, int] = field(default_factory=dict)
    counts: dict[str, int | str] = field(default_factory=dict)
    question: dict[str, QuestionWords] = field(default_factory=dict)
    plurals: dict[str, str] = field(default_factory=dict)
    many: dict[str, Texts] = field(default_factory=dict)
    cases: dict[str, str] = field(default_factory=dict)
    declined: dict[str, dict[str, str]] = field(default_factory=dict)
    verbs: dict[str, Texts] = field(default_factory=dict)
    cues: dict[str, Texts] = field(default_factory=dict)
    hints: dict[str, Texts] = field(default_factory=dict)
    synonyms: dict[str, Texts] = field(default_factory=dict)
    prepositions: dict[str, Texts] = field(default_factory=dict)
    lead: tuple[LeadRow, ...] = ()
    condition: tuple[TestRow, ...] = ()
    situation: tuple[TestRow, ...] = ()
    plan: tuple[TestRow, ...] = ()
    period: tuple[PeriodRow, ...] = ()
    foreseen: dict[str, str] = field(default_factory=dict)
    deals: DealsRow = NO_DEALS
    transport: TransportRow = NO_TRANSPORT


def read(data: bytes, source: str) -> VocabularyFile:
    """Read a vocabulary's file. Raises ValueError with file, key and what was expected."""
    try:
        tree = tomllib.loads(data.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{source}: not TOML: {error}") from None
    for section, shape in (("lists", ListRow), ("question", QuestionWords)):
        rows = tree.get(section)
        for key, row in rows.items() if isinstance(rows, dict) else ():
            _converted(row, shape, source, f"{section}.{key}.")
    return _converted(tree, VocabularyFile, source)


def _converted(tree: Any, shape: type[Row], source: str, at: str = "") -> Row:
    try:
        return msgspec.convert(tree, shape)
    except msgspec.ValidationError as error:
        wrong = mistake(error, shape, tree)
        raise ValueError(f"{source}: {at}{wrong.key}: {wrong.said}") from None
