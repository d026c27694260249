"""Words and phrases of orders, and what a language makes of them."""
