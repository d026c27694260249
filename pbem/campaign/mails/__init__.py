"""Our own mails: their recipients, writing them as rows, and reports of failures."""
