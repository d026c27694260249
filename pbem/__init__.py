"""The moderator: mail, storage, time, reports and the command line around `engine`."""
