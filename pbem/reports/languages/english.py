"""What refusals say in English, for those who read no mail: the command line, scenario files."""

from engine.core.decision import Refusal
from engine.core.game import Game
from pbem.reports.languages.language import ENGLISH, Language, texts_of
from pbem.reports.rendering.markup import shown


def refusal_said(game: Game, refusal: Refusal) -> str:
    """Word a refusal of a game, with the place in the rules behind it."""
    said = shown(Language(texts_of(ENGLISH, game.name), game.words.name).say(refusal.message))
    return f"{said} [{refusal.rule}]" if refusal.rule else said
