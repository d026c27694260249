"""A document as text, HTML, Markdown and BBCode."""
