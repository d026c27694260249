"""Texts as they were written, though other words are read for them."""

from collections.abc import Iterable


class OriginalTexts:
    """Keeps the original of each text that is read in other words, so that players are quoted in
    their own words."""

    def __init__(self) -> None:
        self._originals: dict[str, str] = {}
        self._all = ""
        """All originals, one on each line; empty until they are put together."""

    def keep(self, original: str, read: str) -> str:
        """Remember the original of a text, and return the text that is read."""
        self._originals.setdefault(read, self._originals.get(original, original))
        self._all = ""
        return read

    def keep_all(self, originals: Iterable[str], read: Iterable[str]) -> None:
        """Remember the originals of several texts, one by one."""
        for original, text in zip(originals, read, strict=True):
            self.keep(original, text)

    def of(self, text: str) -> str:
        """Return the original of a text, or of a longer one that contains it or its words. Return
        the text itself if it was written just so."""
        if text in self._originals:
            return self._originals[text]
        self._all = self._all or "\n".join(self._originals.values())
        if text in self._all:
            return text
        if whole := next((one for read, one in self._originals.items() if text in read), ""):
            return whole
        words = set(text.split())
        longer = {one for one in self._originals.values() if words.issubset(one.split())}
        return longer.pop() if len(longer) == 1 else text
