"""Orders made up at random."""

JUNK = ("atlantis", "", -1, 10**9, None, ("army",), "none", 0)


def out_of_order(menu, stream, *names):
    """A choice in the shape of an order, legal or not: whatever the domains hold, and worse, such
    as these names of the game."""
    junk = (*JUNK, *names)
    verb = menu[stream.pick(list(menu))] if menu else None
    if verb is None or stream.below(12) == 0:
        return ("conquer", *[stream.pick(junk) for _ in range(stream.below(3))])
    args = []
    for _ in verb.domains:
        domain = verb.domain(*args) if stream.below(8) else ()
        args.append(stream.pick(domain if domain else junk))
        if args[-1] not in domain:
            break
    args += [stream.pick(junk) for _ in verb.domains[len(args) :]]
    return (verb.name, *args[: len(args) - (stream.below(20) == 0)])
