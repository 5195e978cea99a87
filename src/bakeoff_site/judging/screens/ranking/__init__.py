"""Ranks of up to five outputs."""
