"""`pbem demo`: a whole campaign through the mail path, in a folder of its own.

Bots stand in for the players: they read the mails they are sent, write mails as real mail programs
do, and drop them into the mailbox. From there on all is as in life, but for the clock.
"""
