"""What a mail may be is tried in an order that matters: each entry stands before those that it
would otherwise be taken for."""

from pbem.inbox import judging_a_mail, precedence_in_players_mails


def names(steps):
    return [step.__name__ for step in steps]


def test_a_mail_is_tried_in_this_order():
    assert names(judging_a_mail.PRECEDENCE) == [
        "reported",  # a machine's report, which is answered by nobody
        "our_own",
        "automatic",
        "duplicate",  # judged before: nothing is done twice
        "tagged_by_feature",  # a subscriber's yes or unsubscribe
        "find_sender",  # from here on it is known who wrote, and what
        "unreadable",
        "from_host",
        "host_without_tag",  # who hosts and plays writes both in one mail
        "tell_what_came_back",  # before it is answered
        "from_player",  # beyond doubt; what follows is of others
        "from_outsider",
        "forged",
        "from_elsewhere",
        "invited",  # "yes, as Spain" in whatever words
        "chatter",  # "join us": no wish to join
        "public_command",
        "in_another_game",  # than those in which its sender has a seat
        "player_without_tag",
        "reader_command",  # who plays has a history of his own
        "help_wanted",
        "former_player",
        "not_understood",  # of the host
        "stranger",
    ]


def test_what_a_player_says_is_tried_in_this_order():
    assert names(precedence_in_players_mails.PRECEDENCE) == [
        "press_for_nobody",
        "hosts_commands",
        "confirmation",  # from here on the mail says what a yes stands for
        "press",
        "alone",
        "settings",
        "before_orders",  # a time zone, or being back, holds for what the orders bring about
        "barred",  # who has sealed gives no other order, and takes none back
        "undo",  # new orders count only if the old one could be taken back
        "take_orders",
        "play_on",
        "after_orders",
        "answer_requests",  # as things stand when all else is done
    ]


def test_the_last_entry_takes_every_mail():
    assert judging_a_mail.PRECEDENCE[-1].__name__ == "stranger"
    assert precedence_in_players_mails.PRECEDENCE[-1].__name__ == "answer_requests"
