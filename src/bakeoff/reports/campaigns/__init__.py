"""Campaigns: rulebooks, checks of submissions, corrections of references."""
