"""Order texts as they are printed, and what is read from them."""


def entries(menu, stream, most, sample):
    """All entries of a menu of up to `most`, else a sample drawn from its whole breadth."""
    listed = list(menu.choices(most + 1))
    if len(listed) <= most:
        return listed
    return list(dict.fromkeys(menu.walk(stream.shuffled) for _ in range(sample)))


def printed_and_read(words, kind, choice):
    """The text of a choice, and the line that is read from it: one order, nothing guessed."""
    text = words.say(kind, choice)
    line = words.read(text)
    assert hasattr(line, "steps"), f"{text}: {line}"
    assert len(line.steps) == 1, text
    assert not line.guesses, text
    return text, line
