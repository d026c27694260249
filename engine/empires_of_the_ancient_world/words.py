"""What orders of this game are called: the vocabulary is data, in vocabulary.toml."""

from importlib.resources import files

from engine.orders import Vocabulary

NAME = "vocabulary.toml"
DATA = files(__package__).joinpath(NAME).read_bytes()
WORDS = Vocabulary.read_toml(DATA, NAME)
