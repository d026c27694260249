"""Orders made up at random."""

from engine.core.repeated_arguments import Begun

JUNK = ("atlantis", "", -1, 10**9, None, ("army",), "none", 0)


def a_list(verb, args, stream, junk):
    """A list in that place, or what looks like one."""
    args = verb.then(args, stream.pick(verb.domain(*args)))
    while type(args[-1]) is Begun and (domain := verb.domain(*args)):
        if not stream.below(8):
            return (*args[-1], stream.pick(junk))
        args = verb.then(args, stream.pick(domain))
    return tuple(args[-1])


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
        if domain and verb.lists(tuple(args)):
            args.append(a_list(verb, tuple(args), stream, junk))
        else:
            args.append(stream.pick(domain if domain else junk))
        if verb.why_not_said(tuple(args[:-1]), args[-1]):
            break
    args += [stream.pick(junk) for _ in verb.domains[len(args) :]]
    return (verb.name, *args[: len(args) - (stream.below(20) == 0)])
