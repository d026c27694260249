"""The host's mails: when commands are obeyed, carrying them out, and answering."""
