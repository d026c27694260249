"""The bot: a player that judges what it sees: scores of areas and trade, and odds."""

from collections.abc import Mapping

from engine.empires_of_the_ancient_world.bot import acting, battling, setting_up, valuing_cards
from engine.empires_of_the_ancient_world.bot.seeing import Seen
from engine.kit.bot_kit import Opinion, adviser

OPINIONS: Mapping[str, Opinion[Seen]] = {
    "start_province": setting_up.start_province,
    "placement": setting_up.placement,
    "first_fort": setting_up.first_fort,
    "action": acting.action,
    "further_trade": acting.further_trade,
    "pick": valuing_cards.pick,
    "stance": battling.stance,
    "deck": battling.deck,
}
"""Opinions by kind of decision; for all others the bot would take the default."""

advise = adviser(OPINIONS, Seen)
