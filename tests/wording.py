"""What refusals and other messages say in English, for tests."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from engine.core.decision import Refusal, Refused
from engine.core.messages import Message
from engine.games import GAMES
from pbem.reports.languages.language import ENGLISH, Language, UnknownMessage, texts_of
from pbem.reports.rendering.markup import shown

_ALL = {key: Language(texts_of(ENGLISH, key), game.words.name) for key, game in GAMES.items()}


def worded(what: Any, game: str = "") -> str:
    """Say it in English: a message, a refusal, the reason of a line of orders.

    By the files of this game, or of whichever has it.
    """
    if isinstance(what, str) or what is None:
        return what or ""
    if isinstance(what, Refused):
        return worded(what.refusal, game)
    if not isinstance(what, Message):
        return worded(what.message if isinstance(what, Refusal) else what.reason, game)
    for language in [_ALL[game]] if game else _ALL.values():
        try:
            return shown(language.say(what))
        except UnknownMessage:
            continue
    raise UnknownMessage(what.id)


@contextmanager
def refusing(said: str) -> Iterator[None]:
    """Expect a refusal in which this pattern of English words is found."""
    with pytest.raises(Refused) as refused:
        yield
    assert re.search(said, worded(refused.value))
