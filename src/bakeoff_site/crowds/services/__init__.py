"""What changes in crowds: studies are made, workers come, end and are reviewed."""
