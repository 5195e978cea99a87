"""Names of packages and files: their patterns, and what may be in each field."""
