"""Which of two outputs is better."""
