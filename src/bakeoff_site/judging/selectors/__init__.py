"""What is read of human evaluations."""
