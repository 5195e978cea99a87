"""Charts as values: what is drawn where, for pages and for files by themselves."""
