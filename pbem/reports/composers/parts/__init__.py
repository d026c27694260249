"""What several mails have in common."""
