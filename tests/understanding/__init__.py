"""Mails as people write them, and that none is misread."""
