"""Moderators to send the mails of a script to."""

import importlib.util
import sys
from pathlib import Path

CAMPAIGN = Path(__file__).parents[1] / "pbem/campaign"
sys.path.insert(0, str(CAMPAIGN))
sys.path.append(str(Path(__file__).parent))

_spec = importlib.util.spec_from_file_location("campaign_fixtures", CAMPAIGN / "conftest.py")
_fixtures = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_fixtures)

quiet, house = _fixtures.quiet, _fixtures.house
begun, placing, bidding = _fixtures.begun, _fixtures.placing, _fixtures.bidding
drawing, setting_up, auction = _fixtures.drawing, _fixtures.setting_up, _fixtures.auction
acting, action = _fixtures.acting, _fixtures.action
rising, empires = _fixtures.rising, _fixtures.empires
