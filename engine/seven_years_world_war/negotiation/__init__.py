"""Player negotiations (21): powers handed over, agreements, their breach, the end by agreement."""
