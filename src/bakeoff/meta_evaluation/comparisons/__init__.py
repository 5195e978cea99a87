"""Tests between metrics: whether one agrees with people better than another."""
