"""What is published: campaigns as pages that any web server serves, and finished ones as a book."""
