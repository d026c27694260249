"""The inbox: who sent a raw mail, what it asks for, and what is done about it."""
