"""What refusals and other messages say in English, for tests."""

from typing import Any

from engine.core.decision import Refusal
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
    if not isinstance(what, Message):
        return worded(what.message if isinstance(what, Refusal) else what.reason, game)
    for language in [_ALL[game]] if game else _ALL.values():
        try:
            return shown(language.say(what))
        except UnknownMessage:
            continue
    raise UnknownMessage(what.id)
