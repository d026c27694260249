"""Draws maps: SVG from a view, and pictures from that; and the boards of order forms."""
