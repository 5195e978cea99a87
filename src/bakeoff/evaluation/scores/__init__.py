"""Scores of runs: computed, grouped, with intervals, stored and read again."""
