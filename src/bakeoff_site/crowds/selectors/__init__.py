"""What is read of crowds."""
