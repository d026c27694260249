"""Messages about what was guessed in an order, so that its player can see it."""

from collections.abc import Iterable

from engine.core.messages import Message, message, text
from engine.orders.patterns.forms import EITHER, UNSAID
from engine.orders.words.lexicon import whole

UNKNOWN = "guess.unknown"


def slip(said: str, meant: str) -> Message:
    """Say what a slip was taken to mean, or which of several names may be meant."""
    return message(
        "guess.slip", said=text(whole(said)), meant=tuple(meant.removeprefix(UNSAID).split(EITHER))
    )


def unknown(words: Iterable[str]) -> Message:
    """Say which words are not known."""
    return message(UNKNOWN, words=tuple(text(whole(word)) for word in words))


def unknown_in(guessed: Iterable[Message]) -> frozenset[str]:
    """Return the words that are reported as unknown."""
    said = (why.slots["words"] for why in guessed if why.id == UNKNOWN)
    return frozenset(
        str(word.slots["text"])
        for words in said
        if isinstance(words, tuple)
        for word in words
        if isinstance(word, Message)
    )


def not_said(places: Iterable[str]) -> Message:
    """Say what is missing: the places of an order, such as its destination."""
    return message("guess.not_said", places=tuple(map(text, places)))


def start(places: Iterable[str]) -> Message:
    """Say which starts are named that the order does not have."""
    return message("guess.start", places=tuple(places))
