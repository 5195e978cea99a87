"""What is read about submissions and runs."""
