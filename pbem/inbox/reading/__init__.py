"""Reading a mail, once, as typed requests: by line, by block and in free words."""
