"""Grades of every output on a screen."""
