"""Texts as they were written, where they are read in other words."""

from collections.abc import Iterable


class OriginalTexts:
    """Keeps the original of each text that is read in other words, so that players are quoted in
    their own."""

    def __init__(self) -> None:
        self._originals: dict[str, str] = {}
        self._all = ""
        """All of them, a line each; nothing: they are not put together yet."""

    def keep(self, original: str, read: str) -> str:
        """Remember the original of a text, and return what is read."""
        self._originals.setdefault(read, self._originals.get(original, original))
        self._all = ""
        return read

    def keep_all(self, originals: Iterable[str], read: Iterable[str]) -> None:
        """Do so with several, one by one."""
        for original, text in zip(originals, read, strict=True):
            self.keep(original, text)

    def of(self, text: str) -> str:
        """Return the original of a text, or of the one that it is a part of or has words of;
        itself, if it stands as it is in what was written."""
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
