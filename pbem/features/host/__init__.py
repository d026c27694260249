"""The host's commands, by mail and on the command line."""
