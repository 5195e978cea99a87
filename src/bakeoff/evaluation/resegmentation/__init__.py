"""Runs cut into the segments of their references."""
