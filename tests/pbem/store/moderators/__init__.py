"""Moderators of versions before, packed.

`v0001.tar.xz` was made by commands and mails of a pbem whose database had version 0001: its folder,
and of the mails that it had sent those that can be answered, without their texts. Three campaigns
are being played (soe1, eaw1, soe3), soe2 is open, eaw2 was cancelled. France is to place units and
has been asked to confirm `place army in India`; the others' orders wait.
"""

import tarfile
from datetime import UTC, datetime
from pathlib import Path

THEN = datetime(2026, 12, 1, 20, 41, tzinfo=UTC)
"""When the moderator of version 0001 looked into its mailbox last."""


def unpack(folder: Path) -> Path:
    """Its folder, as it was left."""
    with tarfile.open(Path(__file__).parent / "v0001.tar.xz") as packed:
        packed.extractall(folder, filter="data")
    for part in ("new", "cur", "tmp"):
        (folder / "mail/inbox" / part).mkdir(parents=True)
    return folder
