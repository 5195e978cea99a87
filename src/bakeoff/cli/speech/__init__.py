"""Commands about speech: recognition, n-best lists and lattices, latency."""
