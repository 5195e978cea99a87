"""Rules about a package as a unit: its name and folders, who submits it, when, how many systems."""
