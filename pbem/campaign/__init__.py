"""The core of campaigns: players, windows, deadlines, what comes due, and our own mails."""
