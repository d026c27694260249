"""What is told of what was guessed in an order, so that its player can see it."""

from collections.abc import Iterable

from engine.core.messages import Message, message, text
from engine.orders.forms import EITHER, UNSAID
from engine.orders.lexicon import whole


def slip(said: str, meant: str) -> Message:
    """Tell which name or word a slip was taken for, or of which several one is meant."""
    return message(
        "guess.slip", said=text(whole(said)), meant=tuple(meant.removeprefix(UNSAID).split(EITHER))
    )


def unknown(words: Iterable[str]) -> Message:
    """Tell the words that are not known."""
    return message("guess.unknown", words=tuple(text(whole(word)) for word in words))


def not_said(places: Iterable[str]) -> Message:
    """Tell what is not said: the places of an order, such as its destination."""
    return message("guess.not_said", places=tuple(map(text, places)))
