"""What orders of this game are called: the vocabulary is data, in vocabulary.toml."""

from importlib.resources import files

from engine.orders import Vocabulary

NAME = "vocabulary.toml"
DATA = files("engine.struggle_of_empires").joinpath(NAME).read_bytes()
WORDS = Vocabulary.read_toml(DATA, NAME)
