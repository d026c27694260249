"""`pbem demo`: plays a whole campaign through the mail path, in its own folder.

Bots stand in for the players: they read the mails they get, write mails as real mail programs do,
and put them into the mailbox. All the rest works as in a real game, except that the clock is
simulated.
"""
