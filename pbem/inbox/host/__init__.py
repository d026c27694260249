"""The host's mails: how his commands are written, when they are obeyed, what he is answered."""
