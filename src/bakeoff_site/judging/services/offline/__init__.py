"""Judging offline: files that judges take along, and the answers that they bring back."""
