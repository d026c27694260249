"""Mails of ours: written as rows, brought up to date, sent, and what became of them."""
