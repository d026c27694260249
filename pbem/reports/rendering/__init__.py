"""Turns a document into text, HTML or Markdown."""
