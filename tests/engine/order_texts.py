"""Order texts as they are printed, and what is read from them."""


def entries(menu, stream, most, sample):
    """All entries of a menu of up to `most`, else a sample drawn from its whole breadth."""
    listed = list(menu.choices(most + 1))
    if len(listed) <= most:
        return listed
    return list(dict.fromkeys(menu.walk(stream.shuffled) for _ in range(sample)))


def printed_and_read(words, kind, choice):
    """The text of a choice, and the line that is read from it: one order, nothing guessed. What
    goes on to the end of a turn goes on for the kind only that ends it."""
    text = words.say(kind, choice)
    line = words.read(text)
    assert hasattr(line, "steps"), f"{text}: {line}"
    assert not any(step.choices(kind) for step in line.steps[1:]), text
    assert all(step.rest for step in line.steps[1:]), text
    assert not line.guesses, text
    return text, line
