"""Systems compared: which differ significantly, and in which segments."""
