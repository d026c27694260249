"""The documentation of public functions, read from the source."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests import ROOT

FEATURES = (
    *("absences", "digests", "host", "joining", "preferences", "press", "replacement"),
    *("safety_stop", "spectators", "votes"),
)
ROOMS = (
    *("campaign", "cli", "daemon", "demo", "forum", "inbox", "mail", "reports", "settings"),
    "store",
    *(f"features/{name}" for name in FEATURES),
)
"""The rooms of pbem whose docstrings all say first what a function does."""
NO_VERBS = frozenset((
    *("a", "after", "all", "an", "as", "at", "before", "both", "by", "each", "every"),
    *("everything", "for", "from", "he", "his", "how", "if", "in", "it", "its", "no"),
    *("nobody", "nothing", "of", "on", "one", "only", "somebody", "something", "that", "the"),
    *("their", "these", "they", "this", "those", "to", "under", "until", "what", "whatever"),
    *("when", "where", "whether", "which", "who", "whom", "whose", "why", "with"),
))  # fmt: skip


def functions(file: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The public functions of a module that are no properties."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names = [ast.unparse(each) for each in node.decorator_list]
            if not node.name.startswith("_") and "property" not in names:
                yield node


def begins_with_a_verb(said: str) -> bool:
    """Whether the first word may be one: it is none of those that begin a noun or a clause."""
    first = said.split(maxsplit=1)[0]
    return first.isalpha() and first.istitle() and first.lower() not in NO_VERBS


def test_docstrings_begin_with_a_verb() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{function.lineno} {function.name}: {said.splitlines()[0]}"
        for room in ROOMS
        for file in sorted((ROOT / "pbem" / room).rglob("*.py"))
        if "versions" not in file.parts
        for function in functions(file)
        if (said := ast.get_docstring(function)) and not begins_with_a_verb(said)
    ]
    assert found == []


def test_a_noun_and_a_clause_are_no_verbs() -> None:
    assert begins_with_a_verb("Read the mail.")
    for said in ("The mail.", "Whether it is one.", "`a, b and c`.", "mails of a seat"):
        assert not begins_with_a_verb(said)
