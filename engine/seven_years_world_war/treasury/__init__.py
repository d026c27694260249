"""The treasury phase (3.1(2), 10, 11, 17): income and spending."""
