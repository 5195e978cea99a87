"""Drafts of rulebooks: what an organiser chooses in a form, and the rulebook that it makes of a model."""
