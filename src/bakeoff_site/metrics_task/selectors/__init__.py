"""What is read about metrics tasks."""
