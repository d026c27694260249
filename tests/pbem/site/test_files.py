"""Files for a web server, which is another user."""

import os
from pathlib import Path

from pbem.site import files


def test_everybody_may_read_a_file_and_enter_its_folders_whatever_the_umask(tmp_path: Path) -> None:
    """The service file keeps others out of what the moderator writes elsewhere."""
    page = tmp_path / "campaigns" / "soe1" / "index.html"
    before = os.umask(0o077)
    try:
        assert files.replace(page, b"page")
    finally:
        os.umask(before)
    modes = [path.stat().st_mode & 0o777 for path in (page, *page.parents[:2])]
    assert modes == [0o644, 0o755, 0o755]
