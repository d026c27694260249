"""Publishes campaigns as pages for any web server, and finished ones also as a book."""
