"""Sending: turning rows into mails, noting what became of them, and addresses that bounce."""
