"""Draws maps: SVG from a view, and pictures from that."""
