"""What seats collect (10.1): squares, trade routes."""
