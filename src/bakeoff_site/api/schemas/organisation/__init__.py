"""Shapes of organisers: campaigns, rulebooks, people, data."""
