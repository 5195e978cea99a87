"""What every request passes: middleware, headers, limits, addresses, and what is answered without a database."""
