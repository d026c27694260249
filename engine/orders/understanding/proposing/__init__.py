"""What is proposed or offered where a mail is not clear."""
