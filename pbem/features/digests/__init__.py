"""One mail a day instead of many."""
