"""Commands for campaigns: rulebooks, and packages described, built, checked and submitted."""
