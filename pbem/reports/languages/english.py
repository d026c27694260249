"""What refusals say in English, for those who read no mail: the command line, scenario files."""

from engine.core.decision import Refusal
from engine.core.game import Game
from engine.core.messages import TEXT, Message
from engine.games import GAMES
from pbem.reports.languages.language import ENGLISH, UnknownMessage, language_of
from pbem.reports.rendering.markup import shown


def refusal_said(game: Game, refusal: Refusal) -> str:
    """Word a refusal of a game, with the place in the rules behind it."""
    said = message_said(game, refusal.message)
    return f"{said} [{refusal.rule}]" if refusal.rule else said


def message_said(game: Game, message: Message) -> str:
    """Word a message of a game. Raises UnknownMessage."""
    return shown(language_of(ENGLISH, game.name, game.words).say(message))


def shared_said(message: Message) -> str:
    """Word a message that all games share and that names nothing of theirs."""
    return shown(language_of(ENGLISH, "", None).say(message))


def said(refusal: Refusal) -> str:
    """Word a refusal, whichever game it is of; a text keeps its lines. Raises UnknownMessage."""
    if refusal.message.id == TEXT:
        return str(refusal.message)
    for game in GAMES.values():
        try:
            return refusal_said(game, refusal)
        except UnknownMessage:
            continue
    raise UnknownMessage(refusal.message.id)
