"""Says refusals in English when no mail is involved: on the command line, in scenario files."""

from engine.core.decision import Refusal
from engine.core.game import Game
from engine.core.messages import TEXT, Message, message
from engine.games import GAMES
from pbem.reports.languages.language import ENGLISH, UnknownMessage, language_of
from pbem.reports.rendering.markup import shown


def refusal_said(game: Game, refusal: Refusal) -> str:
    """Say a game's refusal, followed by the paragraph of the rules."""
    said = message_said(game, refusal.message)
    return f"{said} [{refusal.rule}]" if refusal.rule else said


def message_said(game: Game, message: Message) -> str:
    """Say a game's message. Raises UnknownMessage."""
    return shown(language_of(ENGLISH, game.name, game.words).say(message))


def asked_said(kind: str, question: str) -> str:
    """Say in a few words what a kind of question asks, as in the subjects of mails; return its name
    if those words depend on the position."""
    try:
        return message_said(GAMES[kind], message(f"title.{question}"))
    except (KeyError, UnknownMessage):  # depends on the position; or is a game of the user's own
        return question.replace("_", " ")


def counted(number: int, one: str, several: str = "") -> str:
    """Say how many things these are: `1 mail`, `1,200 mails`."""
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"


def shared_said(message: Message) -> str:
    """Say a message that all games share and that has no game's names in it."""
    return shown(language_of(ENGLISH, "", None).say(message))


def said(refusal: Refusal) -> str:
    """Say a refusal of any game; a text keeps its lines. Raises UnknownMessage."""
    if refusal.message.id == TEXT:
        return str(refusal.message)
    for game in GAMES.values():
        try:
            return refusal_said(game, refusal)
        except UnknownMessage:
            continue
    raise UnknownMessage(refusal.message.id)
