"""What is said, in each language: the files of `templates/languages/` read and filled in."""
