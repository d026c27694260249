"""The patterns that orders are written in, and what may come before and after."""
