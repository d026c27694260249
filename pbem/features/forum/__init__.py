"""Games in a forum: a thread for each, posts for its rounds, orders from its members."""
