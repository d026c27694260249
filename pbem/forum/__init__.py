"""Reports as forums want them."""
