"""Tables of what people judged."""
