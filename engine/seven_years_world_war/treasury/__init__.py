"""The treasury phase (3.1(2), 10, 11, 17): what comes in and what it is spent on."""
