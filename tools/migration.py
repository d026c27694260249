"""Write the next migration: what pbem.store.tables has that the migrations do not make yet.

Use: python tools/migration.py NUMBER "what changes", then read what it wrote.
"""

import sys
import tempfile
from pathlib import Path

from alembic import command
from sqlalchemy import make_url

from pbem.store import upgrading


def main(number: str, message: str) -> None:
    """Compare a database made by the migrations so far with the tables."""
    with tempfile.TemporaryDirectory() as folder:
        address = make_url(f"sqlite:///{Path(folder) / 'so-far.sqlite'}")
        upgrading.migrate(address, "head")
        with upgrading.migrating(address) as config:
            config.set_main_option("file_template", "v%%(rev)s_%%(slug)s")
            command.revision(config, message, autogenerate=True, rev_id=number)


if __name__ == "__main__":
    main(*sys.argv[1:])
