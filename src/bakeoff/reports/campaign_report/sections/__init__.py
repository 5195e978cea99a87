"""What the sections of a report say: a module for each part of a campaign."""
