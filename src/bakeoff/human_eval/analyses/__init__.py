"""Analyses of what judges answered, one a file. They know grades and preferences, and no protocol."""
