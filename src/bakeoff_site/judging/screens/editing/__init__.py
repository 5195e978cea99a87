"""The screen of post-editing."""
