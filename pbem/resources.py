"""Where the templates and fonts are, in a checkout and in an installed wheel."""

from functools import cache
from importlib.resources import files
from pathlib import Path


@cache
def templates() -> Path:
    """The folder of all templates: `pbem/templates` in a wheel, `templates` of a checkout.

    Raises FileNotFoundError where neither is there.
    """
    package = Path(str(files("pbem")))
    for folder in (package / "templates", package.parent / "templates"):
        if (folder / "fonts").is_dir():
            return folder
    raise FileNotFoundError(f"no templates in {package} or beside it: install the program again")


def fonts() -> list[Path]:
    """The TTF files that come with the program, by name."""
    return sorted((templates() / "fonts").glob("*.ttf"))
