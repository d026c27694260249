"""How long campaigns take: simulated people play whole campaigns by the moderator's own code."""
