"""The ways in and out: IMAP, Maildir, SMTP, a folder."""
