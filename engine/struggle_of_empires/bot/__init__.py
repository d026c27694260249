"""The bot: a player that judges what it sees: positions, likely scores, odds."""

from collections.abc import Mapping

from engine.kit.bot_kit import Opinion, adviser
from engine.struggle_of_empires.bot import acting, auctioning, battling, setting_up
from engine.struggle_of_empires.bot.seeing import Seen

OPINIONS: Mapping[str, Opinion[Seen]] = {
    "redraw": setting_up.redraw,
    "placement": setting_up.placement,
    "auction": auctioning.auction,
    "action": acting.action,
    "free_action": acting.free_action,
    "further_move": acting.further_move,
    "militia_build": acting.militia_build,
    "native_move": acting.native_move,
    "sea_die": battling.sea_die,
    "surprise": battling.surprise,
    "call": battling.call,
    "surrender": battling.surrender,
    "double_support": battling.double_support,
    "reroll": battling.reroll,
    "withdraw": battling.withdraw,
    "loss": battling.loss,
}
"""Opinions by kind of decision; for all other kinds the bot takes the default."""

advise = adviser(OPINIONS, Seen)
