"""Puts the fonts that the program ships into templates/fonts, as TTF. Development time only.

IM Fell English comes as WOFF2 and is unpacked, glyphs unchanged (needs fonttools and brotli);
DejaVu comes as TTF, and its condensed bold, which numbers the pieces, is cut down to Latin: a map
holds hundreds of numbers, and a small font is drawn in half the time. Run `npm install` first.
"""

import shutil
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
FELL = HERE / "node_modules/@fontsource/im-fell-english"
DEJAVU = HERE / "node_modules/dejavu-fonts-ttf"
TARGET = HERE.parent.parent / "templates/fonts"

PAGES = ("IMFellEnglish-Roman", "IMFellEnglish-Italic", "DejaVuSansCondensed-Bold-Latin")
LETTERS = [*range(0x20, 0x7F), *map(ord, "ÄÖÜßàäçèéêñöü\u2013\u2019\u2026")]
"""What maps and headings are written with."""


def main() -> None:
    """Write fonts and licences."""
    notices = []
    for style, name in (("normal", "Roman"), ("italic", "Italic")):
        font = TTFont(
            FELL / f"files/im-fell-english-latin-400-{style}.woff2", recalcTimestamp=False
        )
        font.flavor = None
        font.save(TARGET / f"IMFellEnglish-{name}.ttf")
        notices.append(font["name"].getDebugName(0))
    licence = (FELL / "LICENSE").read_text().removeprefix("Google Inc.\n")
    (TARGET / "IMFellEnglish-LICENSE.txt").write_text("\n".join(notices) + "\n" + licence)
    options = subset.Options(layout_features=[], hinting=False, drop_tables=["FFTM"])
    figures = subset.load_font(str(DEJAVU / "ttf/DejaVuSansCondensed-Bold.ttf"), options)
    latin = subset.Subsetter(options)
    latin.populate(unicodes=range(0x20, 0x100))
    latin.subset(figures)
    figures.save(TARGET / "DejaVuSansCondensed-Bold-Latin.ttf")
    for name in PAGES:
        _for_pages(name)
    shutil.copy(DEJAVU / "ttf/DejaVuSans.ttf", TARGET)
    shutil.copy(DEJAVU / "LICENSE", TARGET / "DejaVu-LICENSE.txt")


def _for_pages(name: str) -> None:
    """Write a font as published pages carry it within them: a few letters, as WOFF2."""
    options = subset.Options(layout_features=["kern"], hinting=False)
    font = subset.load_font(str(TARGET / f"{name}.ttf"), options)
    few = subset.Subsetter(options)
    few.populate(unicodes=LETTERS)
    few.subset(font)
    font.flavor = "woff2"
    font.save(TARGET / f"{name}-Latin.woff2".replace("-Latin-Latin", "-Latin"))


if __name__ == "__main__":
    main()
