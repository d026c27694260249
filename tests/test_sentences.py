"""What players read is in the files of the languages: no Python that writes to them has sentences.

What only somebody at a command line reads may be in English where it is raised.
"""

import ast
import re

from tests import ROOT

ROOMS = ("inbox", "campaign", "features", "reports", "forum", "site")
COMMAND_LINE = {
    "pbem/campaign/host_acts.py": "`pbem` with a game that there is not, or the same pace",
    "pbem/campaign/game_names.py": "`pbem new`",
    "pbem/campaign/lookup/portable_record.py": "`pbem record` and `pbem verify`",
    "pbem/campaign/lookup/last_report_again.py": "`pbem report`",
    "pbem/features/forum/threads.py": "`pbem forum`",
    "pbem/features/host/forgetting_a_person.py": "`pbem forget`",
    "pbem/features/host/changed_rules.py": "`pbem mend`",
    "pbem/features/host/moving_a_game.py": "`pbem import`",
    "pbem/features/joining/opening_and_starting.py": "`pbem new` and `pbem start`",
    "pbem/features/safety_stop/safety_stop.py": "`pbem status` and `pbem release`",
    "pbem/features/spectators/subscribers.py": "`pbem subscribe`",
    "pbem/inbox/players_commands.py": "docs/players.md; mails have it from the languages' files",
    "pbem/inbox/hosts_commands.py": ("docs/host.md; mails have it from the languages' files"),
}
SENTENCE = re.compile(r"['\"{]*[A-Z{][^\\<]*[a-z]{2,} [a-z{].*[.?!]['\"]*\Z", re.DOTALL)
TO_PROGRAMMERS = {"RuntimeError", "TypeError", "ValueError", "UnknownMessage"}


def sentences(source):
    """The sentences in a source that are said: no docstrings, and no errors of programming."""
    tree = ast.parse(source)
    unsaid = {node for one in ast.walk(tree) if _is_unsaid(one) for node in ast.walk(one)}
    whole = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    unsaid |= {part for one in whole for part in ast.walk(one) if part is not one}
    texts = (_text(node) for node in ast.walk(tree) if node not in unsaid)
    return [text for text in texts if SENTENCE.match(text)]


def _is_unsaid(node):
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    raised = isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
    return raised and getattr(node.exc.func, "id", "") in TO_PROGRAMMERS


def _text(node):
    if isinstance(node, ast.JoinedStr):
        return "".join(
            getattr(part, "value", "") if _is_text(part) else "{}" for part in node.values
        )
    return node.value if _is_text(node) else ""


def _is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def with_sentences(room):
    """The sentences of each file of a room that has some."""
    sources = {file: file.read_text("utf-8") for file in (ROOT / room).rglob("*.py")}
    found = {file.relative_to(ROOT).as_posix(): sentences(said) for file, said in sources.items()}
    return {file: said for file, said in found.items() if said}


def test_a_sentence_is_found():
    assert sentences('f("The game is over.")') == ["The game is over."]
    assert sentences('no(f"{who!r} has a seat in {game} already.")') == [
        "{} has a seat in {} already."
    ]
    assert (
        sentences('"""Tell that it is over."""\nraise ValueError("There is no such word.")') == []
    )


def test_only_what_a_command_line_says_is_a_sentence_in_python():
    found = {file: said for room in ROOMS for file, said in with_sentences(f"pbem/{room}").items()}
    assert {file: said for file, said in found.items() if file not in COMMAND_LINE} == {}
    assert COMMAND_LINE.keys() - found.keys() == set()


def test_the_engine_has_no_sentences():
    assert with_sentences("engine") == {}
