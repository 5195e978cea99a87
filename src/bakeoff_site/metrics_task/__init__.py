"""Metrics tasks: how well metrics that teams submit agree with people, as judgments arrive."""
