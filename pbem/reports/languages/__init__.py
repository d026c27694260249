"""Says messages in each language, from the files of `templates/languages/`."""
