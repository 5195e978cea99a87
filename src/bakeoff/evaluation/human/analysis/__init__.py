"""What judgments say: rankings, tests, agreement."""
