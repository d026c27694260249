"""What has happened and how things stand, looked up: nothing is changed here."""
