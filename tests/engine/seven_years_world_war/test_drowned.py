"""Who goes down with a fleet is told so, whatever becomes of the fleet."""

import pytest

from engine.kit.telling import chained
from engine.seven_years_world_war import GAME
from engine.seven_years_world_war.telling.turns import units_lost
from pbem.reports.languages.language import language_of
from tests.engine.seven_years_world_war.campaigns import at

FLEET = (1, "", "recruit_fleet")
CHOICES = {
    "recruiting": ("disband", "?", "E8", (FLEET,)),
    "provisioning": ("lose", ((*FLEET, "E8"),)),
}


@pytest.mark.parametrize("phase", CHOICES)
def test_who_is_lost_with_their_fleet_is_told_to_be_aboard_it(phase):
    units = {"britain": {"E8": {"fleet": 1, "army": 1}}}
    session = at(phase=phase, active="britain", units=units)
    session.submit("britain", CHOICES[phase])
    lost = [event.data for event in session.events if event.what == "units_lost"]
    assert [(each["units"], each["cause"]) for each in lost][1] == ({"army": 1}, "drowned")
    told = [{"what": event.what, "data": event.data} for event in session.events]
    around = [e for e in chained(told, GAME.telling.story) if e["what"] == "units_lost"]
    (sentence,) = units_lost(around[1], {})
    said = language_of("en", GAME.name, GAME.words).say(sentence.said)
    assert "with the fleet that carried them" in str(said)
