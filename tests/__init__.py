"""The tests."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[1]
"""The folder of the project."""
IN_CI = os.environ.get("CI") == "true"
