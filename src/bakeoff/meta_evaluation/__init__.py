"""How well metrics agree with people: measures, and tests between metrics. Arrays in, results out.

Scores are tables with a row for each system and a column for each segment; NaN is an output that people left out.
Higher is better on both sides.
"""
