"""Rulebooks as TOML files: found, read with the line of every mistake, started from others, changed."""
