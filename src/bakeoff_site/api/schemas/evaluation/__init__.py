"""Shapes of results: leaderboards, comparisons, score files, adjudication, jobs."""
