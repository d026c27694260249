"""What each kind of mail says: a module for kinds that belong together."""
