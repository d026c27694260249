"""Writes the order form: an HTML page that shows what is legal now and writes the order mail.

It needs no network and works from a file: menu, forms and addresses are in it as JSON. The text of
the orders is already in the menu from `question_as_json.tree`.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol

from markupsafe import Markup

from engine.core.messages import message, text
from engine.orders.conditions.policy import Test
from engine.orders.conditions.structure import IF
from engine.orders.patterns.forms import Form
from engine.orders.vocabulary import Vocabulary
from pbem.reports import arguments_apart, orders_without_script
from pbem.reports.arguments_apart import list_places, place_names
from pbem.reports.drawing import order_form_board
from pbem.reports.jinja_environment import pages
from pbem.reports.languages.language import ENGLISH
from pbem.reports.mail_parts import Question
from pbem.reports.mails import Mail, OrderFormMail
from pbem.reports.menu_packing import packed
from pbem.reports.question_as_json import NO_MORE


class Says(Protocol):
    """What the page needs to put things into words."""

    def plain(self, id: str, /, **slots: Any) -> str:
        """Return a message as plain text, on one line."""
        ...

    def when(self, time: str | None) -> Any:
        """Return a time, for a slot."""
        ...


SAID = (
    *("which", "order", "choose", "cut", "and", "added", "taken", "nothing", "copied"),
    *("by_hand", "nowhere", "tap_then", "again", "unsaid", "own_place", "larger", "smaller"),
)
"""The messages that the page's script shows."""
MOST = 80_000
"""How many bytes a page may have when it is filled with orders for readers without scripts."""
LISTED = 400
"""How many orders of a verb are listed at most for these readers."""
FEW = 8
"""Up to this many orders of a verb are always listed."""
LINKS = "<!--links-->"
"""The place in the page for these orders."""
_NUMBER = re.compile(r"\d+|\{\d+\}")


def page(
    mail: Mail, question: Question, words: Vocabulary, subject: str, asked: str, say: Says
) -> str:
    """Write the page for a mail's question. `subject` is the mail's subject, `asked` the question
    in words, and `say` has the page's own messages."""
    board = _board(mail, question)
    form = (
        pages()
        .get_template("mail/orderform.html.j2")
        .render(
            say=say.plain,
            text=text,
            asked=asked,
            game=mail.game,
            language=mail.language,
            question=question,
            due=_due(question, say),
            forms=_forms(question.kind, words),
            conditions=_marked(f"{_printed(words)[IF]} ", clauses(words, "conditions")),
            situations=_marked("", clauses(words, "situations")),
            plans=clauses(words, "plans"),
            board=Markup(board),
            own=order_form_board.shows_own(board),
            links=Markup(LINKS),
            data=Markup(_script_safe(_data(mail, question, words, subject, say))),
        )
    )
    room = MOST - len(form.encode())
    return form.replace(LINKS, _without_script(mail, question, words, subject, room, say), 1)


def _board(mail: Mail, question: Question) -> str:
    """Draw the map to tap on; empty if the question names no place."""
    if mail.game is None:
        return ""
    menus = (question.menu, *(each["menu"] for each in question.further.values()))
    named = {value for menu in menus for value in _values(menu)}
    own = mail.own if isinstance(mail, OrderFormMail) else ()
    return order_form_board.board(mail.game.rules, named, own, mail.language)


def _without_script(
    mail: Mail, question: Question, words: Vocabulary, subject: str, room: int, say: Says
) -> str:
    """Write the legal orders for readers whose programs run no script, in at most `room` bytes."""
    names = _verbs(question.menu, words, say, mail.language)
    verbs = [_all_orders(question, verb, below, names, words) for verb, below in question.menu]
    to = mail.reply_to or mail.moderator.address
    parts = (say.plain(f"form.{each}") for each in ("send", "more_orders", "field", "apart"))
    mailing = orders_without_script.Mailing(to, f"Re: {subject}")
    return orders_without_script.written(verbs, mailing, orders_without_script.Said(*parts), room)


def _all_orders(
    question: Question, verb: str, below: Any, names: Mapping[str, str], words: Vocabulary
) -> orders_without_script.Orders:
    """Return the orders of a verb, also taken apart if they are many."""
    orders = list(islice(_orders([[verb, below]]), LISTED + 1))
    complete = len(orders) <= LISTED and verb not in question.apart
    frames: Sequence[arguments_apart.Frames] = ()
    if not complete or len(orders) > FEW:
        listed = list_places(question.kind, verb, below, words)
        each = list(arguments_apart.choices(verb, below, listed))
        apart = question.apart.get(verb, ())
        frames = list(arguments_apart.frames(question.kind, each, apart, words))
    return orders_without_script.Orders(names[verb], orders, complete, frames)


def _orders(nodes: Any) -> Iterator[str]:
    """Yield the complete orders of a menu, with each number of a range."""
    for node in nodes:
        below = node[-1]
        orders = [below] if isinstance(below, str) else _orders(below)
        if node[0] == "#":
            numbers = range(node[1], node[2] + 1)
            yield from (_numbered(order, number) for order in orders for number in numbers)
        elif node[0] != "...":
            yield from orders


def _numbered(order: str, number: int) -> str:
    """Put a number into the last open place of an order."""
    places = re.findall(r"\{(\d+)\}", order)
    return order.replace(f"{{{max(places)}}}", str(number)) if places else order


def _due(question: Question, say: Says) -> str:
    if not question.due:
        return ""
    return say.plain("form.due", due=say.when(question.due), default=text(question.default))


def _data(
    mail: Mail, question: Question, words: Vocabulary, subject: str, say: Says
) -> dict[str, Any]:
    menu, further = question.menu, question.further
    said = {*_values(menu), *(v for each in further.values() for v in _values(each["menu"]))}
    names = {value: _label(value, words, say) for value in sorted(said)}
    return {
        "menu": packed(menu),
        "further": {
            verb: each | {"called": _another(each, say), "menu": packed(each["menu"])}
            for verb, each in further.items()
        },
        "said": _said(say),
        "names": {value: name for value, name in names.items() if name != value}
        | _verbs(menu, words, say, mail.language),
        "lists": {verb: list_places(question.kind, verb, below, words) for verb, below in menu},
        "steps": {
            verb: [_caption(each, say) for each in place_names(question.kind, verb, words)]
            for verb, _ in menu
        },
        "to": mail.reply_to or mail.moderator.address,
        "subject": f"Re: {subject}",
    }


def _values(nodes: Any) -> Iterator[str]:
    """Yield all words in a menu's tree."""
    if isinstance(nodes, str):
        return
    for node in nodes:
        yield from (part for part in _parts(node[0]) if isinstance(part, str) and part != "#")
        yield from _values(node[-1])


def _parts(value: Any) -> Iterator[Any]:
    """Yield a menu's value, or the parts it consists of."""
    if not isinstance(value, list | tuple):
        yield value
        return
    for part in value:
        yield from _parts(part)


def _label(value: str, words: Vocabulary, say: Says) -> str:
    """Return a value as the form shows it: its printed name, with a capital letter."""
    if value == NO_MORE:
        return say.plain("form.no_more")
    name = " ".join(words.name(part) for part in value.split(":"))
    return name[:1].upper() + name[1:]


def _verbs(menu: Any, words: Vocabulary, say: Says, language: str) -> dict[str, str]:
    """Name the verbs. Where several would have the same name, an order is added to each."""
    names = {verb: _called(verb, below, words, say, language) for verb, below in menu}
    often = Counter(names.values())
    first = {verb: next(_orders([[verb, below]]), "") for verb, below in menu}
    return {
        verb: f"{name} ({first[verb]})" if often[name] > 1 else name for verb, name in names.items()
    }


def _called(verb: str, below: Any, words: Vocabulary, say: Says, language: str) -> str:
    """Name a verb. Other languages have no names for verbs: there it is how all its orders begin
    and end, as in "Greife ... an"."""
    name = _label(verb, words, say)
    if language == ENGLISH or name.lower() != verb.replace("_", " "):
        return name
    orders = [_NUMBER.sub("|", order).split() for order in _orders([[verb, below]])]
    begins = list(_shared(orders))
    if all(len(order) == len(begins) for order in orders):
        said = " ".join(begins)
    else:
        ends = [*_shared([order[len(begins) :][::-1] for order in orders])][::-1]
        said = " ... ".join(filter(None, (" ".join(begins), " ".join(ends))))
    return said[:1].upper() + said[1:] or name


def _shared(orders: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the words that all orders begin with, up to the first number."""
    for found in zip(*orders, strict=False):
        if len(set(found)) > 1 or "|" in found[0]:
            return
        yield found[0]


def _said(say: Says) -> dict[str, str]:
    """Return what the page's script shows, with words in capitals for values to be filled in."""
    return {
        **{key: say.plain(f"form.{key}") for key in SAID},
        "range": say.plain("form.range", least=text("LEAST"), most=text("MOST")),
    }


def _another(further: Mapping[str, Any], say: Says) -> str:
    """Say that a further part of an action is wanted."""
    called = further["called"]  # an earlier version stored the word itself, which was never an id
    part = message(called, count=1) if "." in called else text(called)
    return say.plain("form.another", part=part)


def _caption(slot: str, say: Says) -> str:
    if len(slot) < 2:
        return say.plain("form.how_many" if slot else "form.which")
    return slot.replace("_", " ").capitalize()


def _forms(kind: str, words: Vocabulary) -> list[tuple[str, str, bool]]:
    """List usage and help of each form, and whether it fits this question: those first."""
    told = {form.usage: form for form in reversed(words.forms) if form.help}
    forms = [(usage, form.help, kind in form.kinds) for usage, form in reversed(told.items())]
    return sorted(forms, key=lambda form: not form[2])


def _marked(before: str, clauses: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Write clauses as the beginning of a line, which goes on with what to do."""
    return [(f"{before}{usage}:", help) for usage, help in clauses]


def _script_safe(data: object) -> str:
    """Write JSON that is safe inside a script element, whatever its strings contain."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def usages(words: Vocabulary, rules: Mapping[str, Any]) -> list[tuple[str, str]]:
    """List each form with its line of help, without those that these rules have no use for.

    `rules`: what `Game.rules_facts` says about a game.
    """
    without = rules.get("without", {})
    told = {form.usage: form.help for form in words.forms if form.help and _used(form, without)}
    return list(told.items())


def _used(form: Form, without: Mapping[str, Any]) -> bool:
    if form.choice[0] in without.get("verbs", ()):
        return False
    return not form.kinds or any(kind not in without.get("kinds", ()) for kind in form.kinds)


def clauses(words: Vocabulary, section: str) -> list[tuple[str, str]]:
    """List the conditions, situations or plans (`section`) that can be written, with their help."""
    found: Sequence[Test] = getattr(words.words.clauses, section, ())
    begun = words.words.clauses.structure.when if section == "situations" else str
    return [(begun(test.usage), test.help) for test in found if test.help]


def _printed(words: Vocabulary) -> Mapping[str, str]:
    return words.words.language.printed
