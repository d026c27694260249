"""Many games and many mails on one moderator: what a mail, a deadline and idling take."""
