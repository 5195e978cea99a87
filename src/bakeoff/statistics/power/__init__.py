"""How probable it is that a test finds an effect, and how much data that takes."""
