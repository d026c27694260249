"""Campaigns: who plays, when windows open and close, what comes due, our own mails."""
