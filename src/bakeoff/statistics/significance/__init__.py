"""Tests of differences, and corrections where several are tested at once."""
