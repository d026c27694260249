"""What the moderator writes: reports and other mails, maps, forms, calendar entries."""
