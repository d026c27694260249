"""What is proposed or offered if a mail is not clear."""
