"""Maps and what is drawn on them: SVG made of a view, and pictures made of it."""
