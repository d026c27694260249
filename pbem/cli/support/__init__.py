"""What several commands share: the folder they work in, options, exit codes."""
