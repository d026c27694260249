"""A log of errors only, for tests whose moderators have much to say."""

import logging

import pytest
import structlog


@pytest.fixture(autouse=True)
def quiet():
    """Only errors are logged, to the captured output."""
    level = structlog.make_filtering_bound_logger(logging.ERROR)
    structlog.configure(wrapper_class=level)
    yield
    structlog.reset_defaults()
