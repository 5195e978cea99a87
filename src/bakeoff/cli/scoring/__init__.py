"""Commands about scores of outputs: score, compare, correlate, resegment, stats, resources."""
