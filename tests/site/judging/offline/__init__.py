"""Judging offline."""
