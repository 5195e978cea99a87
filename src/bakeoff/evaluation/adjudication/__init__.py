"""References corrected after the fact, and what that does to scores."""
