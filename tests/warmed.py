"""A moderator that has done everything once: imported before processes are forked, so that none of
them begins by reading the games' words, compiling templates, and making SQL of queries."""

import gc
import logging
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import structlog

from tests.house import House


def warm_up(folder: Path) -> None:
    """Begin a game and play an order."""
    with closing(House(folder)) as house:
        house.begin()
        house.order(house.session().waiting()[0], "place army in India")
        house.cycle(minutes=1)


structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
with TemporaryDirectory() as folder:
    warm_up(Path(folder))
structlog.reset_defaults()
gc.collect()
gc.freeze()
