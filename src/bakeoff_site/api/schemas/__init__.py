"""What the API takes and gives, a module a subject."""
