"""Sending: rows become mails, each by one process; what became of them, and where they bounce."""
