"""The versions of the database, one for each migration.

`upgrading` takes a database from one to another.
"""

from pathlib import Path

MIGRATIONS = Path(__file__).parent / "migrations"
ALEMBICS_OWN = "alembic_version"
"""The table in which Alembic stores the version."""


def revisions() -> list[str]:
    """List the versions, oldest first, by the numbers in the names of the migrations."""
    names = (file.stem for file in (MIGRATIONS / "versions").glob("v*_*.py"))
    return sorted(name[1:].partition("_")[0] for name in names)
