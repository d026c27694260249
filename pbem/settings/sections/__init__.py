"""The tables of `config.toml`: every setting with its default and what it is for."""
