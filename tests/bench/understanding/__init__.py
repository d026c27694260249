"""Understanding files: mails as people write them, what each means, and what is made of it."""
