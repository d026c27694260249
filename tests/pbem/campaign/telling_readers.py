"""What the mails to somebody have told of a game."""

import json
from collections import Counter

from pbem.reports import stored_mails
from pbem.store import tables as t


def told(house, address):
    """Every event that the mails sent to an address have told, and how often."""
    counts = Counter()
    for row in house.rows(t.Outgoing, state="sent", recipient=address):
        mail = stored_mails.restored(row.kind, row.payload)
        games = mail.games if row.kind == "digest" else [mail]
        for event in [event for each in games for event in getattr(each, "events", ())]:
            counts[json.dumps(event, sort_keys=True)] += 1
    return counts
