"""Campaigns: who joins, what letters do, when windows open and close, what the host may do."""
